"""What our mails say: for each kind of notification whether it is still true, and its words."""
