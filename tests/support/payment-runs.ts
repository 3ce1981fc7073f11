/** Builds files pain.001 as the programs of banks and companies write them. The accounts are published examples. */

export const IBANS = [
  'DE89370400440532013000',
  'DE75512108001245126199',
  'DE02120300000000202051',
  'DE02500105170137075030',
  'DE02100500000054540402',
  'AT611904300234573201',
  'CH9300762011623852957',
  'FR1420041010050500013M02606',
  'GB29NWBK60161331926819',
  'NL91ABNA0417164300',
] as const

export type Line = {
  readonly payee?: string
  readonly iban?: string
  readonly amount?: string
  readonly currency?: string
  readonly bic?: string | null
  readonly id?: string
  /** Instead of an IBAN. */
  readonly other?: string
  /** Whole elements within RmtInf. */
  readonly remittance?: string
  /** Instead of everything within the payment. */
  readonly xml?: string
}
export type BlockOf = {
  readonly id?: string
  readonly debtor?: string
  readonly iban?: string
  readonly day?: string
  /** Elements after the method. */
  readonly before?: string
  readonly method?: string
  readonly lines?: readonly Line[]
  /** Null leaves it out. */
  readonly count?: string | null
  readonly sum?: string | null
}
export type Shape = {
  readonly version?: '03' | '09'
  readonly namespace?: string
  /** Of every element: `ns2`. */
  readonly prefix?: string
  readonly encoding?: string
  readonly declaration?: string
  readonly newline?: string
  readonly indent?: string
  /** Further attributes of the root. */
  readonly root?: string
  readonly blocks?: readonly BlockOf[]
  readonly count?: string | null
  readonly sum?: string | null
  /** Elements at the end of the header. */
  readonly header?: string
  /** After the declaration. */
  readonly prolog?: string
}

/** In cents, so that a test adds nothing up in floating point. */
const centsOf = (amount: string): number => {
  const [whole, part = ''] = amount.split('.')
  return Number(whole) * 100 + Number(part.padEnd(2, '0').slice(0, 2))
}
const total = (lines: readonly Line[]): string => {
  const cents = lines.reduce((sum, { amount = '1.00' }) => sum + centsOf(amount), 0)
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
const optional = (name: string, value: string | null | undefined): string =>
  value === null || value === undefined ? '' : `<${name}>${value}</${name}>`

const account = ({ iban = IBANS[1], other }: Line): string =>
  other === undefined ? `<IBAN>${iban}</IBAN>` : `<Othr><Id>${other}</Id></Othr>`

const payment = (line: Line, bicName: string): string => {
  if (line.xml !== undefined) return `<CdtTrfTxInf>${line.xml}</CdtTrfTxInf>`
  const { payee = 'Muster GmbH', amount = '1.00', currency = 'EUR', bic = null, id = 'NOTPROVIDED' } = line
  const { remittance = '<Ustrd>Rechnung 4711</Ustrd>' } = line
  return `<CdtTrfTxInf><PmtId><EndToEndId>${id}</EndToEndId></PmtId><Amt><InstdAmt Ccy="${currency}">${amount}</InstdAmt></Amt>${
    bic === null ? '' : `<CdtrAgt><FinInstnId><${bicName}>${bic}</${bicName}></FinInstnId></CdtrAgt>`
  }<Cdtr><Nm>${payee}</Nm></Cdtr><CdtrAcct><Id>${account(line)}</Id></CdtrAcct>${optional('RmtInf', remittance || null)}</CdtTrfTxInf>`
}

const BLOCK = {
  id: 'PMT-1',
  debtor: 'Beispiel AG',
  iban: IBANS[0] as string,
  day: '2026-12-01',
  before: '',
  method: 'TRF',
  lines: [{}] as readonly Line[],
}
const block = (of: BlockOf, version: '03' | '09'): string => {
  const { id, debtor, iban, day, before, method, lines, ...stated } = { ...BLOCK, ...of }
  const { count, sum } = { count: String(lines.length), sum: total(lines), ...stated }
  const bicName = version === '03' ? 'BIC' : 'BICFI'
  const date = version === '03' || day.startsWith('<') ? day : `<Dt>${day}</Dt>`
  return [
    `<PmtInf><PmtInfId>${id}</PmtInfId>${optional('PmtMtd', method || null)}${before}`,
    `${optional('NbOfTxs', count)}${optional('CtrlSum', sum)}<ReqdExctnDt>${date}</ReqdExctnDt>`,
    `<Dbtr><Nm>${debtor}</Nm></Dbtr><DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct>`,
    '<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>',
    ...lines.map((line) => payment(line, bicName)),
    '</PmtInf>',
  ].join('')
}

const broken = (xml: string, newline: string, indent: string): string => {
  let depth = 0
  return xml.replaceAll(
    /<(\/)?([^<>]*?)(\/)?>(?=<)/g,
    (tag, closes?: string, _name?: string, empty?: string) => {
      if (closes) depth -= 1
      const isInner = !closes && !empty
      if (isInner) depth += 1
      return `${tag}${newline}${indent.repeat(Math.max(0, depth))}`
    },
  )
}

const SHAPE = {
  version: '03' as '03' | '09',
  encoding: 'UTF-8',
  newline: '',
  indent: '',
  root: '',
  blocks: [{}] as readonly BlockOf[],
  prolog: '',
  header: '',
}
const messageOf = (shape: Shape): string => {
  const { version, blocks, header, ...stated } = { ...SHAPE, ...shape }
  const lines = blocks.flatMap((of) => of.lines ?? [{}])
  const { count, sum } = { count: String(lines.length), sum: total(lines), ...stated }
  return [
    '<CstmrCdtTrfInitn><GrpHdr><MsgId>MSG-2026-11-26-1</MsgId><CreDtTm>2026-11-26T10:00:00</CreDtTm>',
    `${optional('NbOfTxs', count)}${optional('CtrlSum', sum)}<InitgPty><Nm>Beispiel AG</Nm></InitgPty>${header}</GrpHdr>`,
    ...blocks.map((of) => block(of, version)),
    '</CstmrCdtTrfInitn>',
  ].join('')
}

/** The text of a file. Whatever is not given fits the rest. */
export const runText = (shape: Shape = {}): string => {
  const { version, encoding, newline, indent, root, prolog, prefix, ...stated } = { ...SHAPE, ...shape }
  const { namespace, declaration } = {
    namespace: `urn:iso:std:iso:20022:tech:xsd:pain.001.001.${version}`,
    declaration: `<?xml version="1.0" encoding="${encoding}"?>`,
    ...stated,
  }
  const name = prefix === undefined ? 'xmlns' : `xmlns:${prefix}`
  const document = `<Document ${name}="${namespace}"${root && ` ${root}`}>${messageOf(shape)}</Document>`
  const named = prefix === undefined ? document : document.replaceAll(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`)
  const text = newline || indent ? broken(named, newline, indent) : named
  return `${declaration}${newline}${prolog}${text}${newline}`
}

/** Many payments, each with a payee, an account and an amount of its own. */
export const manyLines = (count: number): Line[] =>
  Array.from({ length: count }, (_, at) => ({
    payee: `Lieferant ${at + 1}`,
    iban: IBANS[(at % (IBANS.length - 1)) + 1]!,
    amount: `${10 + (at % 900)}.${String(at % 100).padStart(2, '0')}`,
    id: `RE-${at + 1}`,
  }))
