// Proposes the browser's time zone where the player has not chosen one. The form works without it.
const select = document.querySelector('[data-guess-time-zone] select[name="time_zone"]')
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
if (select && select.value === 'UTC' && [...select.options].some(option => option.value === zone)) {
  select.value = zone
}
