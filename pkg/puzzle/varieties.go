package puzzle

import "strings"

// varietyOf is what people call the puzzles that a name in addresses stands for; ours says that they are a kind of this
// lab. The title is empty for a name that is in none of the tables.
func varietyOf(name string) (title string, ours bool) {
	for _, table := range []string{kindNames, otherNames} {
		for line := range strings.Lines(table) {
			if n, title, _ := strings.Cut(strings.TrimSpace(line), " "); n == name && title != "" {
				return title, table == kindNames
			}
		}
	}
	return "", false
}

// kindNames are the names of this lab's kinds in addresses, and of those that have none.
const kindNames = `
akari Akari
bag Cave
bijutsukan Akari
binairo Binairo
bridges Hashi
building Skyscraper
cave Cave
country Country Road
creek Creek
fillomino Fillomino
gokigen Gokigen Naname
hakyukoka Hakyuu
hashi Hashi
hashikake Hashi
heyawacky Heyawake
heyawake Heyawake
hitori Hitori
kakuro Kakuro
kenken KenKen
killersudoku Killer Sudoku
kurodoko Kuromasu
kurotto Kurotto
lightup Akari
lits LITS
mashu Masyu
masyu Masyu
mosaic Mosaic
nonogram Nonogram
norinori Norinori
numberlink NumberLink
numlin NumberLink
nurikabe Nurikabe
nurimisaki Nurimisaki
pearl Masyu
ripple Hakyuu
shakashaka Shakashaka
shikaku Shikaku
simpleloop Simple Loop
skyscraper Skyscraper
skyscrapers Skyscraper
slither Slitherlink
slitherlink Slitherlink
starbattle Star Battle
sudoku Sudoku
suguru Suguru
tentaisho Galaxies
tennergrid Tenner Grid
tents Tent
yajilin Yajilin
yajirin Yajilin
yinyang Yin-Yang
`

// otherNames are names of other kinds, as far as people call them otherwise (pzpr.js, variety.js).
const otherNames = `
aho Aho-ni-Narikire
akari-regional Regional Akari
akichi Akichiwake
alter Alternation
angleloop Angle Loop
antmill Ant Mill
armyants Army Ants
arrowflow Arrow Flow
balance Balance Loop
balloon Balloon Box
batten Battenberg Painting
bdblock Border Block
bdwalk Building Walk
bhaibahan Bhai Bahan
blindrush Blind Rush
bosnianroad Bosnian Road
canal Canal View
castle Castle Wall
cbanana Choco Banana
cbblock Combi Block
chainedb Chained Block
circlesquare Circles and Squares
circuitwalk Circuit Walk
cityspace City Space
cocktail Cocktail Lamp
coffeemilk Coffee Milk
consecutivekakuro Consecutive Kakuro
cornerch Corner Chain
cts Cross the Streams
curvedata Curve Data
curving Curving Road
dbchoco Double Choco
diamond Diamond Chain
disco Disconnection
disloop Disorderly Loop
domino-search Domino Search
dosufuwa Dosun-Fuwari
dotchi Dotchi-Loop
dotchi2 Dotchi Dotchi Loop
doubleback Double Back
easyasabc Easy as ABC
energywalk Energy Walk
evenloopkakuro Even Loop Kakuro
factors Rooms of Factors
fakearrow Fake Arrow
familyphoto Family Photo
firefly Hotaru Beam
firewalk Fire Walk
fivecells FiveCells
forestwalk Forest Walk
fourcells FourCells
fourwinds Four Winds
fracdiv Fractional Division
guidearrow Guide Arrow
hakoiri Hakoiri-masashi
hamlepaths Hamle Paths
hanare Hanare-gumi
hasunomura Hasu no Mura
heavydots Heavy Dots
hebi Hebi-Ichigo
heyabon Heya-Bon
icelom2 Icelom 2
icewalk Ice Walk
ichimagam Magnetic Ichimaga
ichimagax Crossing Ichimaga
interbd International Borders
invlitso Inverse LITSO
island Inaba's Island
japanesesums Japanese Sums
kaero Return Home
kaidan Stairwell
kazunori Kazunori Room
keywest Key West
kinkonkan Kin-Kon-Kan
kissing Kissing Polyominoes
kramma KaitoRamma
kramman New KaitoRamma
lapaz La Paz
lightshadow Light and Shadow
lineofsight Line of Sight
lither Litherslink
lixloop LIX Loop
lookair Look-Air
loopsp Loop Special
loute L-route
magic-snail Magic Snail
magic-summer Magic Summer
mannequin Mannequin Gate
maxi Maxi Loop
meander Meandering Numbers
midloop Mid-loop
mines Minesweeper
mirrorbk Mirror Block
moonsun Moon or Sun
morningwalk Morning Walk
mrtile Mirroring Tile
mukkonn Mukkonn Enn
nagare Nagareru-Loop
narrow Narrowfence
nibunnogo Nibun-nogo
nothing All or Nothing
nothree No Three
numcity Number City
numrope Number Rope
nuriloop Nurikabe Loop
nurimaze Nuri-Maze
nuriuzu Nuri-uzu
oneroom One Room One Door
onsen Onsen-meguri
outofsight Out Of Sight
paritypipes Parity Pipes
pentatouch Penta Touch
pipelinkr Pipelink Returns
pmemory Persistence of Memory
portal Portal Loop
railpool Rail Pool
rassi Rassi Silai
rectslider Rectangle-Slider
reflect Reflect Link
regional-poly Regional Polyominoes
remlen Remembered Length
renban Renban-Madoguchi
retroships Retrograde Battleships
ringring Ring-ring
roboticwalk Robotic Walk
roundtrip Round Trip
ruleofthree Rule of Three
sananko San-Anko
sansaroad Sansa Road
sato Satogaeri
sendai Sendai-Miyagi
shugaku School Trip
shwolf Goats and Wolves
simplegako Simple Gako
slashpack Slash Pack
smullyan Smullyanic Dynasty
snakeegg Snake Egg
snakepit Snake Pit
squarejam Square Jam
statuepark Statue Park
sukororoom Sukoro-room
suraromu Slalom
swslither Sheep Wolf Slitherlink
symmarea Symmetry Area
tachibk Tachiawase Block
tajmahal Taj Mahal
tapaloop Tapa-Like Loop
tateyoko Tatebo-Yokobo
tawa Tawamurenga
teri Territory
tetrochain Tetro Chain-Y
tetrochaink Tetro Chain-K
tetroctb Tetro Chain-CTB
tilecity Tile City
timebomb Time Bomb
tjunction T-Junction
toichika2 Toichika 2
tontti Tonttiraja
trainstations Train Stations
triplace Tri-place
tslither Touch Slitherlink
turnrun Turn and Run
twinarea Twin Area
usoone Uso-one
usotatami Uso-tatami
uturns U-Turns
vslither Vertex Slitherlink
walllogic Wall Logic
waterwalk Water Walk
wblink Shirokuro-link
wittgen Wittgenstein Briquet
yajikazu Yajisan-Kazusan
yajilin-regions Regional Yajilin
yajirin-regions Regional Yajilin
yajirushi2 Yajirushi 2
yajisoko Yajisan-Sokoban
yinyangmines Yin-Yang Mines
`
