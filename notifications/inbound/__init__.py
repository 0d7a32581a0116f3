"""Reading mails that people send back: pure functions, no database, no clock.

`reading.read_mail` is the whole way from bytes to what somebody wants; each module is one step.
"""
