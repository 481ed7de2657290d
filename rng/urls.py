from django.urls import URLPattern, path

from rng.views import decks, fairness
from rng.views.battery import battery_json, own_decks_json
from rng.views.hand import hand, reveal
from rng.views.lab import lab

urlpatterns: list[URLPattern] = [
    path("fairness", fairness.fairness, name="fairness"),
    path("fairness/endings.json", fairness.endings_json, name="endings_json"),
    path("fairness/deals", fairness.deals, name="fairness_deals"),
    path("fairness/decks.csv", decks.decks_csv, name="decks_csv"),
    path("fairness/decks.bin", decks.decks_bin, name="decks_bin"),
    path("fairness/decks.json", decks.decks_json, name="decks_json"),
    path("fairness/simulated.bin", decks.simulated_bin, name="simulated_bin"),
    path("fairness/simulated.json", decks.simulated_json, name="simulated_json"),
    path("fairness/lab", lab, name="fairness_lab"),
    path("fairness/lab/found", battery_json, name="fairness_found"),
    path("fairness/lab/own", own_decks_json, name="fairness_own"),
    path("fairness/lab/hand", hand, name="fairness_hand"),
    path("fairness/lab/hand/shown", reveal, name="fairness_hand_shown"),
]
