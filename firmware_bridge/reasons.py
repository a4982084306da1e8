"""What each reason word means to the person at the table, in English and French: what is wrong, what to do."""

from __future__ import annotations

from collections.abc import Mapping

# word -> (English, French); the wording layer above chooses the language
REASONS: Mapping[str, tuple[str, str]] = {
    "cable": ("not there: plug it in", "absent : branchez-le"),
    "port-busy": (
        "another program holds the port: close that program",
        "un autre programme tient le port : fermez-le",
    ),
    "no-permission": (
        "not allowed to open the port: join the group that owns it (dialout)",
        "accès au port refusé : rejoignez le groupe qui le possède (dialout)",
    ),
    "no-power": ("silent: check its 5 V supply", "muet : vérifiez son alimentation 5 V"),
    "no-answer": (
        "it stopped answering: press reset, or wait 8 s for its watch-dog",
        "il ne répond plus : appuyez sur reset, ou attendez 8 s son chien de garde",
    ),
    "wrong-firmware": (
        "not one of ours, or another edition of the firmware: install ours",
        "pas un des nôtres, ou une autre édition du micrologiciel : installez le nôtre",
    ),
    "update-needed": (
        "its firmware is too old: what it stored is taken, then update it",
        "micrologiciel trop ancien : ses données sont reprises, puis mettez-le à jour",
    ),
    "firmware-crash": (
        "its firmware ended: it is started again",
        "son micrologiciel s'est arrêté : il est relancé",
    ),
    "outbox-full": (
        "full: new readings are refused until the table has taken the old ones",
        "plein : les nouvelles lectures sont refusées tant que la table n'a pas pris les anciennes",
    ),
    "disk-full": (
        "this machine's disk is full: make room, nothing is lost",
        "le disque de cette machine est plein : faites de la place, rien n'est perdu",
    ),
    "conflict": (
        "one number came with two contents: two devices share a name, or a store was copied",
        "un numéro a deux contenus : deux appareils portent le même nom, ou une mémoire a été copiée",
    ),
    "events-missing": (
        "some of its readings will never come: say what happened by hand",
        "certaines lectures n'arriveront jamais : dites à la main ce qui s'est passé",
    ),
    "reader-stuck": (
        "a reader hangs: take the figure off and put it back, or restart the mat",
        "un lecteur est bloqué : ôtez la figurine et reposez-la, ou relancez le tapis",
    ),
    "broker-gone": ("the broker is not there: start it", "le courtier est absent : lancez-le"),
    "broker-auth": (
        "the broker refused the name or password: pair the device again",
        "le courtier a refusé le nom ou le mot de passe : appairez l'appareil",
    ),
    "bridge-gone": ("its bridge is not running: start it", "sa passerelle ne tourne pas : lancez-la"),
    "core-gone": ("the table is not there", "la table est absente"),
    "name-taken": (
        "set aside: another device of that name is here",
        "mis à l'écart : un autre appareil de ce nom est là",
    ),
    "bad-name": ("set aside: its name is none a device of ours has", "mis à l'écart : ce nom n'est pas des nôtres"),
    "nonsense": (
        "set aside: what it says makes no sense; check the cable, then its firmware",
        "mis à l'écart : ce qu'il dit n'a pas de sens ; vérifiez le câble, puis son micrologiciel",
    ),
    "flood": ("set aside: it sends far too much", "mis à l'écart : il envoie beaucoup trop"),
    "bad-signature": (
        "set aside: its readings are signed with another key than this table has; pair it again with --sign",
        "mis à l'écart : ses lectures sont signées d'une autre clé que celle de cette table ; appairez-le avec --sign",
    ),
    "unsigned": (
        "set aside: this table wants its readings signed, and they are not; pair it again with --sign",
        "mis à l'écart : cette table veut des lectures signées, les siennes ne le sont pas ; appairez-le avec --sign",
    ),
    "key-gone": (
        "it lost the key that this table has for it, its readings will be refused: pair it again with --sign",
        "il a perdu la clé que cette table a pour lui, ses lectures seront refusées : appairez-le avec --sign",
    ),
    "key-other": (
        "it signs with another key than this table has for it, its readings will be refused: pair it again with --sign",
        "il signe d'une autre clé que celle de cette table, ses lectures seront refusées : appairez-le avec --sign",
    ),
    "key-unknown": (
        "it signs with a key that this table does not have: usable, not verified; to verify, pair it with --sign",
        "il signe d'une clé que cette table n'a pas : utilisable, non vérifié ; pour vérifier, appairez-le avec --sign",
    ),
    "key-safe": (
        "its safe application runs, which takes no key: start the device as usual, then pair it again",
        "son application de secours tourne et ne prend pas de clé : démarrez-le normalement, puis appairez-le",
    ),
    "key-refused": (
        "it did not take the key; what it had before still holds",
        "il n'a pas pris la clé ; ce qu'il avait avant vaut toujours",
    ),
    "key-no-room": (
        "it has no room for the key: let the table take its waiting readings, then pair it again",
        "il n'a pas de place pour la clé : laissez la table prendre ses lectures, puis appairez-le",
    ),
    "key-unanswered": (
        "it did not say whether it took the key: pair it again; if that does not help, update its firmware",
        "il n'a pas dit s'il a pris la clé : appairez-le encore ; sinon, mettez à jour son micrologiciel",
    ),
    "closed": ("switched off", "éteint"),
}
