package analysis

import (
	"regexp"
	"slices"
	"strings"
)

// name matches what engines are called.
const name = "(?:“[^”]*”|`[^`]*`|\\b(?:ants|colony|swarm|solver|search|portfolio|baseline|variant|engine|heuristic|algorithm|annealing|logic)\\b)"

// phrases are what puts one thing above another, in front of another, or beside
// another as a multiple of it, by the kind of word. They are matched whole, in small
// letters.
var phrases = []string{
	// Comparatives and superlatives; of those in -er that are not listed see predicate.
	`best|better|worse|worst|more|most|less|least|fewer|fewest|further|furthest`,
	`(?:fast|slow|swift|quick|soon|lat|low|high|great|large|larg|big|small|littl|tiny|long|short|strong|weak|hard|cheap|dear|clos|near|simpl|dens|wid|broad|narrow|tight|deep|shallow|heavy|light|poor|rich|rar|safe|saf|smooth|rough|steep|thin|thick|tall|young|old|new|warm|keen|firm|full|nic|tough|tru|bright|dark|smart|clever|sharp|lean|easi|earli|bigg|thinn|heavi|likeli|steadi|handi|health|costli|luck|nois|bus)i?er`,
	`[\pL-]+ than`, `as [\pL-]+ as`, `superior|inferior|preferable|prefer(?:s|red)?|unbeaten|unmatched|unrivalled|unsurpassed|peerless|second to none`,
	// What one engine does to another; of verbs in out- see superlative.
	`beat(?:s|en|ing)?|win(?:s|ning|ner|ners)?|won|loses?|losing|loser|lost (?:to|against|out)|defeat(?:s|ed|ing)?|trail(?:s|ed|ing)?|lag(?:s|ged|ging)?|leads?|led|leading|leaders?|tops|topped|topping`,
	`exceed(?:s|ed|ing)?|surpass(?:es|ed|ing)?|dominat(?:es?|ed|ing)|overt(?:ake|akes|aken|ook|aking)|overshadow\pL*|excels?|prevails?|trumps?|eclips\pL+|dwarf(?:s|ed)?|crush(?:es|ed)?|trounc\pL+|undercuts?|underperform\pL*|rivals|leapfrog\pL*|edg(?:es?|ed|ing) (?:out|past|ahead)|leaves? [^,;.]{1,40} (?:standing|behind)`,
	`keeps? (?:up|pace) with|catch(?:es)? up|caught up|pulls? (?:ahead|away)|on (?:a )?par|neck and neck|equals|equally|close to|match(?:es|ed)? the|(?:no|a) match for|no match|tie[sd]? with|ranks?|ranked|champions?|favou?rite|front-?runners?|runners?-up|advantages?|disadvantages?|edge|upper hand|majority|minority|gap|by an? (?:[\pL]+ )?margin|by far|hands down`,
	// Places and orders.
	`ahead|behind|below|above|beneath|before|beyond|atop|on top of|in front of|(?:first|last|second|top) place|first on|first$|first[,;.]|on top|prior to|preced(?:es?|ed|ing)|(?:short|excess) of`,
	`(?:is|are|was|were|be|lies?|lay|stays?|stayed|remains?|comes?|came|falls?|fell) (?:[\pL]+ )?(?:under|over) (?:the|that|its|their|any|every)`,
	`(?:is|are|was|were|be|comes?|came|finish(?:es|ed)?|arrives?|arrived|ends?|ended|places?|placed|stands?|gets?|got|solves?|solved|solution) (?:the |there |in |out )?(?:first|second|last|top)`,
	`(?:finish(?:es|ed)?|comes?|came|arrives?|arrived) after`,
	// Multiples and shares of another.
	`(?:twice|thrice|triple|half|times|quarter|third|tenth|%) (?:as|the|that|its|their|this|what)|double|% of what`, `(?:half|halves|thirds?|quarters?|fifths?|tenths?) of`,
	`doubles|doubled|doubling|triples|tripled|quadrupl\pL+|halves|halved|halving|(?:two|three|four|five|ten|hundred|many|several|[0-9]+)-?fold|factor of|orders? of magnitude|by [0-9][0-9.,]* ?(?:%|percent|points?)`,
	// Two things side by side.
	`versus|vs|compared (?:to|with)|comparison|relative to|in contrast|whereas|unlike|[0-9][0-9.,]*(?: [\pL]+)? against`,
	// Effects.
	`improves?|improving|boosts?|reduces?|reducing|decreas(?:es?|ing)|increas(?:es?|ing)|rais(?:es?|ing)|lowers|lowered|lowering|worsens?|degrades?|accelerates?|speeds? up|sped up|slows? down|gains?|gained|helps?|helped|hurts?|harms?|saves?|saving|extra|additional|shortens?|lengthens?|improvements?|profits?|benefits?|suffers?|pays? off`,
}

var (
	ranks = regexp.MustCompile(`(?i)(?:^|[^\pL\pN-])((?:` + strings.Join(phrases, "|") + `))(?:$|[^\pL\pN])`)
	// predicate matches the comparatives that phrases does not list: where a degree is
	// said of something.
	predicate = regexp.MustCompile(`(?i)\b(?:is|are|was|were|be|been|much|far|even|slightly|somewhat|clearly|gets?|got|becomes?|stays?|remains?|runs?|ends?|works?|times|percent|%)\s+(\pL+er)\b`)
	// superlative matches words in -est, and verbs in out-.
	superlative = regexp.MustCompile(`(?i)\b(\pL{3,}est|out-?\pL{2,})\b`)
	// neutral matches the parts of a sentence that rank nothing: names, bounds, and
	// phrases with a word that ranks elsewhere.
	neutral = regexp.MustCompile("“[^”]*”|`[^`]*`|(?i)\\b(?:at (?:least|most)|(?:other|rather|otherwise) than(?: the first)?|as (?:well|soon|long|far) as|(?:pheromone|an?|the|its|their|each|of) trails?)\\b")
	// acts matches what stands between two names of engines.
	acts = regexp.MustCompile(`(?i)` + name + `['’]?s? ((?:\pL+ ){1,6})` + name)

	// degrees, things and facts are words that look as if they ranked.
	degrees = strings.Fields("never ever either neither rather other another under over after per together however whether order number paper solver power proper water corner")
	things  = strings.Fields("forest honest modest digest arrest attest ingest retest request suggest harvest protest contest interest manifest conquest inquest tempest earnest invest behest guest quest crest chest detest " +
		"output outputs outside outcome outcomes outline outlines outlined outer outlier outliers outlet outlets outright outset outlook outward outwards outdated")
	facts = strings.Fields("and or nor with without in on solves solve uses calls decides proves finds")
)

// Ranks is the first phrase of a text that compares: that puts one thing above
// another, such as "better", "most", "ahead" or "twice as"; "" where there is none.
// Names in quotation marks do not count, but what one engine does to another does. A
// sentence with such a phrase has to come from an [Effect]. It knows English words,
// and no list has them all: that it finds none proves nothing.
func Ranks(text string) string {
	for _, m := range acts.FindAllStringSubmatch(text, -1) {
		between := strings.TrimSuffix(strings.TrimSpace(m[1]), " the")
		if between != "of" && between != "is" && between != "are" && !slices.ContainsFunc(strings.Fields(between), func(w string) bool { return slices.Contains(facts, w) }) {
			return between
		}
	}
	text = neutral.ReplaceAllString(text, "·")
	if m := ranks.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	for _, m := range predicate.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(degrees, strings.ToLower(m[1])) {
			return m[1]
		}
	}
	for _, m := range superlative.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(things, strings.ToLower(m[1])) {
			return m[1]
		}
	}
	return ""
}
