/**
 * Whether SnelStart takes booking lines on a ledger of a function, and how certain that is:
 *
 * - `yes`: documented; `probably`: inferred;
 * - `no`: it refuses them (BOE-0075, documented);
 * - `control`: the ledger is kept by SnelStart itself, which probably refuses them (BOE-0061);
 * - `book`: the ledger of a real cash or bank book, on which the same money probably counts twice;
 * - `unclear`: nothing is known.
 */
type Lines = 'yes' | 'probably' | 'no' | 'control' | 'book' | 'unclear'

/** A function that a ledger of SnelStart can have (§9). */
export interface LedgerFunction {
  number: number
  /** As the API spells it. */
  name: string
  /** As SnelStart shows it, in either language. */
  shown: string
  /** The box of the VAT return that bookings land in; '' where there is none, or none is known. */
  box: string
  lines: Lines
}

const table: readonly (readonly [number, string, string, string, Lines])[] = [
  [0, 'Diversen', 'Diversen', '', 'yes'],
  [1, 'DagboekKas', 'Dagboek kas', '', 'book'],
  [2, 'DagboekBank', 'Dagboek bank', '', 'book'],
  [3, 'DagboekGiro', 'Dagboek postbank', '', 'book'],
  [4, 'DagboekVerkoop', 'Dagboek verkoop', '', 'control'],
  [5, 'DagboekInkoop', 'Dagboek inkoop', '', 'control'],
  [7, 'DagboekMemoriaal', 'Dagboek memoriaal', '', 'no'],
  [8, 'DagboekBalans', 'Dagboek balans', '', 'no'],
  [10, 'VerkopenOmzetOnbelastVerlegd', 'Verkopen/omzet onbelast', '1e', 'yes'],
  [11, 'VerkopenOmzetLaag', 'Verkopen/omzet laag', '1b', 'yes'],
  [12, 'VerkopenOmzetHoog', 'Verkopen/omzet hoog', '1a', 'yes'],
  [13, 'VerkopenOmzetOverig', 'Verkopen/omzet overig', '1c', 'yes'],
  [15, 'VerkopenBtwVrij', 'Verkopen/omzet vrij', '', 'unclear'],
  [21, 'BtwAfteDragenLaag', 'Btw af te dragen laag', '', 'control'],
  [22, 'BtwAfTeDragenHoog', 'Btw af te dragen hoog', '', 'control'],
  [23, 'BtwAfTeDragenOverig', 'Btw af te dragen overig', '', 'control'],
  [24, 'BtwAfTeDragenVerlegdVerkopen', 'Btw af te dragen verlegd (verkopen)', '', 'control'],
  [25, 'BtwTeVorderenVerlegd', 'Btw te vorderen verlegd (verkopen)', '', 'control'],
  [26, 'BtwAfteDragenLaagGlobalisatie', 'Btw af te dragen globalisatie laag', '', 'control'],
  [27, 'BtwAfTeDragenHoogGlobalisatie', 'Btw af te dragen globalisatie hoog', '', 'control'],
  [28, 'BtwAfTeDragenOverigGlobalisatie', 'Btw af te dragen globalisatie overig', '', 'control'],
  [30, 'InkopenKostenAlleBtwTarieven', 'Inkopen/kosten alle btw-tarieven', '5b', 'yes'],
  [31, 'InkopenKostenLaag', 'Inkopen/kosten laag', '5b', 'yes'],
  [32, 'InkopenKostenHoog', 'Inkopen/kosten hoog', '5b', 'yes'],
  [33, 'InkopenKostenOverig', 'Inkopen/kosten overig', '5b', 'yes'],
  [34, 'InkopenVraagPosten', 'Vraagposten inkopen', '5b', 'probably'],
  [41, 'BtwTeVorderenLaag', 'Btw te vorderen laag', '', 'control'],
  [42, 'BtwTeVorderenHoog', 'Btw te vorderen hoog', '', 'control'],
  [43, 'BtwTeVorderenOverig', 'Btw te vorderen overig', '', 'control'],
  [44, 'BtwAfTeDragenVerlegdInkopen', 'Btw af te dragen verlegd (inkopen)', '', 'control'],
  [45, 'BtwTeVorderenVerlegdInkopen', 'Btw te vorderen verlegd (inkopen)', '', 'control'],
  [61, 'InkopenImportBinnenEUlaag', 'Inkopen import binnen EU laag', '4b', 'yes'],
  [62, 'InkopenImportBinnenEUhoog', 'Inkopen import binnen EU hoog', '4b', 'yes'],
  [63, 'InkopenImportBinnenEUoverig', 'Inkopen import binnen EU overig', '4b', 'yes'],
  [71, 'InkopenImportBuitenEUlaag', 'Inkopen import buiten EU laag', '4a', 'yes'],
  [72, 'InkopenImportBuitenEUhoog', 'Inkopen import buiten EU hoog', '4a', 'yes'],
  [73, 'InkopenImportBuitenEUoverig', 'Inkopen import buiten EU overig', '4a', 'yes'],
  [80, 'VerkopenExportBinnenEU', 'Verkopen export binnen EU', '3b', 'yes'],
  [81, 'VerkopenExportBuitenEU', 'Verkopen export buiten EU', '3a', 'yes'],
  [82, 'OninbareVorderingen', 'Oninbare vorderingen', '', 'unclear'],
  [83, 'HerrekeningCorrecties', 'Herrekening/correcties', '', 'unclear'],
  [84, 'InstallatieTeleverkoopBinnenEUgeen', 'Installatie/televerkoop binnen EU', '', 'unclear'],
  [85, 'BpmVerkopen', 'BPM verkoop', '', 'unclear'],
  [86, 'BpmInkopen', 'BPM inkoop', '', 'unclear'],
  [87, 'BpmVoorraad', 'BPM voorraad', '', 'unclear'],
  [88, 'DienstverleningBinnenEU', 'Dienstverlening binnen EU', '3b', 'yes'],
  [91, 'VerkoopGlobalisatieLaag', 'Verkoop globalisatie laag', '1b', 'unclear'],
  [92, 'VerkoopGlobalisatieHoog', 'Verkoop globalisatie hoog', '1a', 'unclear'],
  [93, 'VerkoopGlobalisatieOverig', 'Verkoop globalisatie overig', '1c', 'unclear'],
  [94, 'InkoopGlobalisatieLaag', 'Inkoop globalisatie laag', '1b', 'unclear'],
  [95, 'InkoopGlobalisatieHoog', 'Inkoop globalisatie hoog', '1a', 'unclear'],
  [96, 'InkoopGlobalisatieOverig', 'Inkoop globalisatie overig', '1c', 'unclear'],
  [97, 'BtwGlobalisatie', 'Btw globalisatie', '', 'control'],
  [100, 'KredietbeperkingVerkopen', 'Kredietbeperking (verkopen)', '', 'unclear'],
  [101, 'KredietbeperkingInkopen', 'Kredietbeperking (inkopen)', '', 'unclear'],
  [102, 'Betalingskorting', 'Betalingskorting', '', 'probably'],
  [110, 'TussenrekeningBetalingen', 'Tussenrekening betalingen', '', 'probably'],
  [111, 'OnbekendeBetalingen', 'Onbekende betalingen', '', 'probably'],
  [112, 'Kruisposten', 'Kruisposten', '', 'probably'],
  [120, 'ContanteBetaling', 'Betaalwijze (contant)', '', 'probably'],
  [121, 'ElectronischeBetaling', 'Betaalwijze (elektronisch)', '', 'probably'],
  [130, 'Winstboeking', 'Winstboeking', '', 'unclear'],
]

/** Every function, in the order of their numbers. */
export const ledgerFunctions: readonly LedgerFunction[] = table.map(
  ([number, name, shown, box, lines]) => ({ number, name, shown, box, lines }),
)

const known = new Map(
  ledgerFunctions.flatMap((each) => {
    const { number, name, shown } = each
    const texts = [String(number), name, shown, `${number} ${shown}`]
    return texts.map((text) => [text.toLowerCase(), each] as const)
  }),
)

/**
 * The function that an answer or a user means: its name, in whatever capitals (SnelStart spells `Afte` and
 * `AfTe`), its number, or what is shown of it.
 */
export function functionOf(given: string): LedgerFunction | undefined {
  return known.get(given.trim().toLowerCase())
}

/** A function as it is shown: `120 Betaalwijze (contant)`; one that is not known by its own word. */
export function functionText(given: string): string {
  const found = functionOf(given)
  return found ? `${found.number} ${found.shown}` : given
}
