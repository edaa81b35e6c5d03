# SPDX-FileCopyrightText: 2026 The Manju Studio authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The words for each attribute value. The first list of a value holds its plain words; the second one the tags
that the product's prompt builder makes from scripts (core/story/scene_words.cpp), each under the value that looks
most like it, so that every tag it can write stands in captions."""

Words = dict[str, tuple[tuple[str, ...], tuple[str, ...]]]

PLACE: Words = {
    "simple": (("simple background",), ("simple background", "plain background", "outer space, stars", "outdoors", "desert, outdoors")),
    "street": (("street", "city street", "street, city, outdoors"), (
        "alley, outdoors", "crossroads, street, outdoors", "city wall, outdoors", "train station", "railway platform",
        "shop street, outdoors", "courtyard, outdoors", "doorway", "battlefield, outdoors")),
    "living_room": (("living room", "living room, indoors", "room, sofa, lamp, indoors"), (
        "indoors", "window, indoors", "hotel, indoors", "cafe, indoors", "restaurant, indoors", "kitchen, indoors",
        "teahouse, indoors", "bar, dim light, indoors", "train interior", "car interior")),
    "bedroom": (("bedroom", "bedroom, indoors", "bedroom, bed, indoors"), ("hospital room, indoors", "bathroom, indoors", "prison cell, indoors")),
    "forest": (("forest", "forest, outdoors", "forest, trees, outdoors"), ("garden, outdoors", "park, outdoors", "cave", "graveyard, outdoors", "woods, outdoors")),
    "palace": (("palace hall", "palace hall, indoors", "palace, red columns, lanterns"), (
        "chinese palace", "temple", "castle", "church, indoors", "courtroom, indoors")),
    "rooftop": (("rooftop", "rooftop, cityscape", "rooftop, railing, skyline"), ("balcony", "bridge, outdoors", "city skyline, outdoors")),
    "classroom": (("classroom", "classroom, indoors", "classroom, blackboard, desks"), ("school", "office, indoors", "meeting room, indoors")),
    "beach": (("beach", "beach, ocean, outdoors", "seaside, ocean, outdoors"), (
        "ocean, outdoors", "ship deck, ocean", "boat, ocean", "harbor, outdoors", "harbor, pier, outdoors", "riverside, outdoors", "lakeside, outdoors")),
    "lighthouse": (("lighthouse", "lighthouse, seaside", "lighthouse, outdoors"), ("cliff, outdoors", "lighthouse, seaside", "lighthouse, cliff, ocean")),
    "lantern_room": (("lantern room", "lighthouse, lantern room, indoors", "lamp room, big lamp, indoors"), (
        "lighthouse, lantern room, indoors", "spaceship interior", "factory, indoors")),
    "library": (("library", "library, bookshelves, indoors", "bookshelves, indoors"), (
        "bookstore, indoors", "shop, indoors", "supermarket, indoors", "workshop, indoors", "warehouse, indoors", "basement, indoors")),
    "field": (("field", "field, outdoors", "grassland, mountains, outdoors"), (
        "grassland, outdoors", "mountain, outdoors", "mountain top, outdoors", "village, outdoors")),
    "corridor": (("corridor", "corridor, indoors", "hallway, doors, indoors"), (
        "hospital, indoors", "stairs, indoors", "elevator, indoors", "subway", "airport, indoors", "shopping mall, indoors", "police station, indoors")),
}

TIME: Words = {
    "day": (("day", "daylight", "daytime"), ("noon, bright daylight", "morning, daylight", "afternoon, daylight", "morning", "afternoon, warm light")),
    "dusk": (("dusk", "sunset", "dusk, sunset"), ("evening, sunset", "sunset, orange sky", "evening")),
    "night": (("night",), ("night, moonlight", "late night, dark", "midnight, dark", "before dawn, dark", "night, starry sky")),
    "dawn": (("dawn", "sunrise"), ("early morning", "dawn", "sunrise", "sunrise, pink sky")),
}

WEATHER: Words = {
    "clear": (("", "", "", "", "", "clear sky"), ("", "", "", "", "", "clear sky, sunlight", "sunlight", "strong wind", "cloudy sky")),
    "rain": (("rain",), ("heavy rain", "rain, wet ground", "after rain, wet ground")),
    "storm": (("storm", "heavy rain, storm"), ("storm, heavy rain, lightning", "storm, heavy rain", "lightning, storm", "dark clouds")),
    "snow": (("snow",), ("snowing", "heavy snow")),
    "fog": (("fog",), ("thick fog", "mist")),
}

MOOD: Words = {
    "calm": (("calm expression", "calm"), ("serious expression", "gentle expression", "tense, quiet", "blush, shy")),
    "smile": (("smile", "happy, smile"), ("gentle smile", "laughing, happy", "smirk")),
    "sad": (("sad, tears", "sad expression, tears", "sad"), ("crying, tears", "despair")),
    "angry": (("angry", "angry expression"), ("shouting, open mouth",)),
    "surprised": (("surprised", "surprised, wide eyes"), ("shocked, wide eyes", "scared", "scared, tense", "scared, trembling", "nervous")),
}

FRAMING: Words = {
    "close": (("close-up",), ("close-up, face", "close-up, eyes", "portrait, close-up")),
    "medium": (("upper body",), ("upper body", "cowboy shot", "upper body, hands")),
    "wide": (("wide shot", "full body"), ("full body, wide shot", "wide shot, landscape", "wide shot")),
}

KIND: dict[str, tuple[str, ...]] = {
    "young_woman": ("1girl, young woman", "1girl, young woman", "1girl, woman", "1girl"),
    "girl": ("1girl, child", "1girl, child", "1girl, little girl, child"),
    "young_man": ("1boy, young man", "1boy, young man", "1boy, man", "1boy"),
    "old_man": ("1boy, old man", "1boy, old man", "1boy, elderly man"),
    "old_woman": ("1girl, old woman", "1girl, old woman", "1girl, elderly woman"),
}

HAIR_COLOR: dict[str, tuple[str, ...]] = {
    "black": ("black",), "brown": ("brown",), "blonde": ("blonde", "blonde", "blond", "yellow"), "red": ("red", "red", "ginger"),
    "white": ("white", "white", "white", "grey"), "blue": ("blue",),
}
HAIR_STYLE: dict[str, tuple[str, ...]] = {
    "short": ("short {} hair",), "medium": ("medium {} hair", "shoulder-length {} hair"), "long": ("long {} hair",),
    "ponytail": ("long {} hair, ponytail", "{} hair, ponytail", "{} ponytail"), "bun": ("{} hair, hair bun", "{} hair bun"),
}

GARMENT: dict[str, tuple[str, ...]] = {
    "coat": ("{} coat", "{} coat", "{} overcoat", "wearing a {} coat"),
    "raincoat": ("{} raincoat", "{} raincoat", "wearing a {} raincoat"),
    "sweater": ("{} sweater", "{} sweater", "{} wool sweater", "wearing a {} sweater"),
    "shirt": ("{} shirt", "{} shirt", "{} collared shirt", "wearing a {} shirt"),
    "dress": ("{} dress", "{} dress", "wearing a {} dress"),
    "uniform": ("{} school uniform", "{} school uniform", "{} blazer, school uniform", "wearing a {} school uniform"),
    "robe": ("{} chinese robe", "{} hanfu", "{} robe, chinese clothes", "wearing a {} chinese robe"),
}

POSE: dict[str, tuple[str, ...]] = {
    "standing": ("", "", "standing", "arms at sides"), "crossed": ("arms crossed", "crossed arms"),
    "raised": ("hand raised", "waving", "raised hand"), "hips": ("hands on hips",),
}

STYLE = (
    "comic style, clean line art, dramatic lighting", "comic style, clean line art", "masterpiece, best quality, comic style", "comic style",
    "comic style, flat colors", "webtoon, clean line art")
INK_STYLE = ("ink style, monochrome, red accent", "ink style, brush ink, red accent", "ink style")

# The triggers and marks of the leads; their looks are captioned like everyone's.
LEAD_TRIGGER = {"mara": "lead_mara", "tom": "lead_tom"}
LEAD_LOOKS = {
    "mara": ("1girl, young woman", "short black hair", "teal hair strand", "yellow raincoat", "white reflective bands", "silver pocket watch"),
    "tom": ("1boy, old man", "white beard", "dark blue cap", "gold anchor badge", "orange and navy striped sweater", "wool sweater"),
}
