"""What other apps may listen to. All are sent inside the transaction of their cause."""

from django.dispatch import Signal

table_opened = Signal()
"""`game`: a new table in the lobby."""

invitation_sent = Signal()
"""`invitation`: somebody was asked by name."""

seats_changed = Signal()
"""`game`: somebody joined or left before the start."""

table_closed = Signal()
"""`game`: cancelled or expired before the start, or called off later; `game.status` says which."""

game_started = Signal()
"""`game`: all seats are taken, the first decisions are open."""

move_played = Signal()
"""`game`, `move`, `around` (see `games.around`): a row was added by a seat; draws that followed it
are in the log too."""

turn_changed = Signal()
"""`game`, `move` (None at the start), `opened` (list of OpenDecision), `closed` (list of ids),
`around` (left out where the game ends without a move): the list of what the table waits for has
changed."""

moves_taken_back = Signal()
"""`game`, `move` (the undo row), `taken_back` (list of Move)."""

undo_wanted = Signal()
"""`request`: the seats of its consents are asked."""

undo_settled = Signal()
"""`request`: granted, refused, withdrawn or overtaken."""

game_ended = Signal()
"""`game`: has its result now."""

chat_posted = Signal()
"""`line`."""

line_reported = Signal()
"""`report`."""

# ---- time --------------------------------------------------------------------------------------

game_paused = Signal()
"""`game`: all clocks stand still."""

game_resumed = Signal()
"""`game`: they run again."""

due_times_changed = Signal()
"""`game`, `decisions` (list of OpenDecision): these are due at another time now, or not at all."""

deadline_extended = Signal()
"""`game`, `seat`, `by` (a user, None: the site), `hours`: thinking time was given to a seat."""

deadline_forgiven = Signal()
"""`game`, `decision`: time was up, and the day of grace begins."""

vote_wanted = Signal()
"""`vote`: the seats of its ballots are asked, or the host where the host decides."""

vote_settled = Signal()
"""`vote`: accepted, refused or overtaken."""

caretaker_began = Signal()
"""`game`, `seat`: a bot plays for somebody whose time was up."""

player_returned = Signal()
"""`game`, `seat`: who had a caretaker, or whose seat was offered, plays himself again."""

substitute_wanted = Signal()
"""`game`, `seat`, `told`: the seat looks for somebody who takes it over. `told`: its holder, and
those who might want it, hear of it from whoever opened it."""

substitute_took_over = Signal()
"""`game`, `seat`, `user`, `before` (the user who held it), `told`: the seat has a new holder.
`told`: an organiser gave it to him, and tells those concerned."""

table_stalling = Signal()
"""`game`: nobody has moved for three weeks; in a week the table is given up."""

table_stalled = Signal()
"""`game`: given up."""

order_switched_off = Signal()
"""`order`: it no longer fits; `order.reason` says why."""
