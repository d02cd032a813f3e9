"""The rules of play in Italian, by their names: what a reason says to those who do not read English."""

from __future__ import annotations

from collections.abc import Mapping

ITALIAN: Mapping[str, str] = {
    "scopa": "Una scopa è un punto: va fatta.",
    "ace and seven": "Settebello e asso in tavola: senza sette o con uno solo prendili tutti e due con il fante, con"
    " due o tre sette prendi il sette.",
    "settebello": "Il settebello è un punto e il cuore della primiera: prendilo.",
    "no sweep for the next hand": "Non lasciare mai un totale che chi gioca dopo possa spazzare, a meno che quelle"
    " carte siano già uscite.",
    "sevens": "Con il settebello o due sette in mano prendi sempre il sette dalla tavola.",
    "the partner's seven": "Il mazziere che ha solo il settebello lascia al compagno il sette calato"
    " dal terzo di mano.",
    "worth": "Prendi quello che conta: denari, sette, sei, assi, molte carte.",
    "the partner's double": "Non prendere la carta che il compagno ha calato da una doppia: aspetta la gemella.",
    "spariglio": "Chi è di mano spariglia: meglio con prese di tre carte che separano i complementi del sette.",
    "keep ranks even": "La parte del mazziere tiene le carte a coppie e le riappariglia: prende pari con pari.",
    "an odd number unpaired": "Chi è di mano tiene dispari il numero delle carte sparigliate.",
    "unpair the sevens": "La parte del mazziere, se non ha sette, spariglia i sette.",
    "low cards": "La parte del mazziere toglie dalla tavola le carte basse, che fanno somma.",
    "lead from many": "Cala una carta di cui hai quattro, tre o due uguali.",
    "lay from a double": "Cala da una doppia, ma non di sette: l'altra la riprende.",
    "anchor": "Una carta le cui compagne sono tutte nostre o già uscite si cala senza pericolo.",
    "answer the partner": "Il compagno ha calato una carta: cala la tua uguale, tanto più se"
    " l'avversario gliel'ha presa.",
    "keep a pair for the end": "Verso la fine cala la carta dispari e tieni la coppia.",
    "the lowest first": "Fra più doppie cala prima la più bassa.",
    "what counts stays in hand": "Non calare sette né settebello, non denari, niente che serva alla primiera.",
    "no gift": "Non lasciare una tavola che una carta ancora fuori possa spazzare.",
    "richest capture": "Fra le prese scegli quella che vale di più.",
    "cheapest card": "Se non si può prendere, cala la carta che vale meno.",
    "no seven for the next hand": "Non lasciare in tavola un sette se un altro sette è ancora fuori.",
    "never lay a seven": "Un sette si cala solo se non c'è altra carta.",
    "always a seven": "Il sette che è in tavola si prende, qualunque cosa si abbia in mano.",
}
