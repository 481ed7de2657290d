"""Transcripts as a lying server would write them: one lie, and all that follows from it rewritten to agree.

The liar has the server's keys. A lie that doesn't fit a game raises NotApplicable.
"""

from proof.evidence.tests.lying import decks, moves, params, signatures
from proof.evidence.tests.lying.following import Lie, NotApplicable, lie

__all__ = ["LIES", "UNDETECTABLE", "NotApplicable", "lie"]

# A file with one of these may be that of an honest game: nothing in it contradicts the rest.
UNDETECTABLE: tuple[Lie, ...] = (
    signatures.no_receipts_of_a_seat,
    signatures.a_made_up_key_signs_for_a_seat,
    signatures.fewer_moves_are_signed,
    moves.the_end_is_hidden_from_the_log_too,
)
LIES: tuple[Lie, ...] = (
    signatures.another_key_signs,
    signatures.params_name_another_key,
    signatures.a_signature_omits_a_move,
    signatures.the_clocks_moves_are_signed_too,
    decks.another_chain,
    decks.another_chain_and_its_cards_played,
    decks.another_source,
    decks.another_chain_of_a_set,
    decks.another_round,
    decks.a_game_of_its_own_is_called_shared,
    decks.a_signed_game_is_called_unsigned,
    decks.a_card_of_a_deck_exchanged,
    decks.another_starter,
    params.seats_swapped,
    params.another_player,
    params.the_other_deals_first,
    params.a_head_start,
    params.a_longer_game,
    params.it_was_rated,
    params.an_unknown_name_in_params,
    params.another_bot,
    params.another_bots_secret,
    params.another_bots_secret_and_promise,
    moves.a_play_is_left_out,
    moves.plays_in_another_order,
    moves.other_cards_discarded,
    moves.another_claim,
    moves.a_point_more,
    moves.a_point_taken_back,
    moves.a_deal_left_out,
    moves.the_other_won,
    moves.the_other_gave_up,
    moves.given_up_at_the_end,
    moves.called_off_at_the_end,
    moves.the_end_is_hidden,
    moves.resigned_before_the_last_deal,
    moves.a_bot_resigned,
    signatures.the_logs_leaves_swapped,
    signatures.another_checkpoint,
    signatures.another_time_in_the_log,
    *UNDETECTABLE,
)
