"""The protocol of the shuffle at a table: commitments, secrets, signatures and receipts."""
