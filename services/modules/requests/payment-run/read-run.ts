import { decimalsOf } from '#contract/requests/fields/decimals.ts'
import type { Amount } from '#contract/requests/kinds.ts'
import { MAX_PAYMENTS } from '#contract/requests/payment-run.ts'
import {
  accountOf,
  amountOf,
  below,
  bicOf,
  dayOf,
  needed,
  numberOf,
  remittanceOf,
  sumOf,
  textOf,
  wrong,
  type Account,
} from './fields-of-run.ts'
import { decimalOf, TOO_MUCH } from './money.ts'
import { textOfXml } from './text-of-xml.ts'
import { UnreadableRun } from './unreadable-run.ts'
import { readXml, type XmlElement } from './xml-elements.ts'

/** A payment of a run, as its file says. */
export type Payment = {
  /** From 1, over the whole file. */
  readonly place: number
  /** Of its block, from 1. */
  readonly block: number
  readonly payee: string
  readonly account: Account
  readonly bic: string | null
  readonly amount: Amount
  readonly endToEndId: string | null
  readonly remittance: string | null
}
/** Payments of one account on one day. */
export type Block = {
  readonly id: string
  readonly debtor: string
  readonly account: Account
  readonly bic: string | null
  /** YYYY-MM-DD */
  readonly day: string
  readonly count: number
  readonly sum: string
}
export type Run = {
  readonly version: '03' | '09'
  readonly messageId: string
  readonly count: number
  /** Of all payments, which have one currency. */
  readonly sum: Amount
  readonly blocks: readonly Block[]
}

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:pain\.001\.001\.(03|09)$/
/** Elsewhere, a program could take one for what it is not. */
const PLACED = new Set(['GrpHdr', 'PmtInf', 'CdtTrfTxInf'])
const PLACES = /\[\d+\]/g
const MAX_BLOCKS = 1_000
const NAME = 140
const ID = 35
/** Where the standard takes several. Everything else twice would be read differently by different programs. */
const REPEATED = new Set(
  `PmtInf CdtTrfTxInf Ustrd Strd AdrLine InstrForCdtrAgt RgltryRptg Dtls Inf Authstn SplmtryData SvcLvl RltdRmtInf RmtLctnDtls
   RfrdDocInf LineDtls AddtlRmtInf AdjstmntAmtAndRsn DscntApldAmt TaxAmt Rcrd OrgId/Othr PrvtId/Othr CtctDtls/Othr LineDtls/Id`.split(
    /\s+/,
  ),
)
const isRepeated = (name: string, parent: string): boolean =>
  REPEATED.has(name) || REPEATED.has(`${parent}/${name}`)

/** What is counted of a block, or of the whole message. */
class Total {
  count = 0
  units = 0n
  add(units: bigint): void {
    this.count += 1
    this.units += units
  }
  /** What `element` says about itself. */
  check(element: XmlElement, isCountNeeded: boolean): void {
    const count = isCountNeeded ? needed(element, 'NbOfTxs') : below(element, 'NbOfTxs')
    if (count && numberOf(count) !== this.count)
      throw wrong(count, 'count', { found: count.text.trim(), expected: String(this.count) })
    const sum = below(element, 'CtrlSum')
    if (sum && sumOf(sum) !== this.units)
      throw wrong(sum, 'sum', { found: sum.text.trim(), expected: shortest(this.units) })
  }
}
const shortest = (units: bigint): string => decimalOf(units, 5).replace(/\.?0+$/, '')

const idOf = (payment: XmlElement): string | null => {
  const id = textOf(needed(payment, 'PmtId', 'EndToEndId'), ID)
  return id === 'NOTPROVIDED' ? null : id
}

const readerOf = (taken: (payment: Payment) => void) => {
  const [all, blocks] = [new Total(), [] as Block[]]
  let version: Run['version'] | undefined
  let inBlock = new Total()
  let header: XmlElement | undefined
  let currency: string | undefined

  const takePayment = (element: XmlElement): void => {
    const place = all.count + 1
    if (place > MAX_PAYMENTS) throw wrong(element, 'many', { expected: String(MAX_PAYMENTS) })
    const { units, ...amount } = amountOf(element)
    currency ??= amount.currency
    if (amount.currency !== currency)
      throw wrong(needed(element, 'Amt', 'InstdAmt'), 'currencies', {
        found: amount.currency,
        expected: currency,
      })
    all.add(units)
    inBlock.add(units)
    if (all.units >= TOO_MUCH) throw wrong(needed(element, 'Amt', 'InstdAmt'), 'length')
    taken({
      place,
      block: blocks.length + 1,
      payee: textOf(needed(element, 'Cdtr', 'Nm'), NAME),
      account: accountOf(needed(element, 'CdtrAcct')),
      bic: bicOf(below(element, 'CdtrAgt')),
      amount,
      endToEndId: idOf(element),
      remittance: remittanceOf(element),
    })
  }

  const takeBlock = (element: XmlElement): void => {
    if (blocks.length >= MAX_BLOCKS) throw wrong(element, 'many', { expected: String(MAX_BLOCKS) })
    const method = needed(element, 'PmtMtd')
    if (method.text.trim() !== 'TRF') throw wrong(method, 'method', { found: method.text.trim() })
    if (inBlock.count === 0) needed(element, 'CdtTrfTxInf')
    inBlock.check(element, false)
    blocks.push({
      id: textOf(needed(element, 'PmtInfId'), ID),
      debtor: textOf(needed(element, 'Dbtr', 'Nm'), NAME),
      account: accountOf(needed(element, 'DbtrAcct')),
      bic: bicOf(below(element, 'DbtrAgt')),
      day: dayOf(needed(element, 'ReqdExctnDt')),
      count: inBlock.count,
      sum: decimalOf(inBlock.units, decimalsOf(currency!)),
    })
    inBlock = new Total()
  }

  const takeDocument = (document: XmlElement): void => {
    needed(document, 'CstmrCdtTrfInitn')
    const other = document.children.find(({ name }) => name !== 'CstmrCdtTrfInitn')
    if (other) throw wrong(other, 'unsupported')
  }

  /** By the ways of elements without their places. */
  const takers: Readonly<Record<string, (element: XmlElement) => void>> = {
    GrpHdr: (element) => void (header = element),
    PmtInf: takeBlock,
    'PmtInf/CdtTrfTxInf': takePayment,
  }
  return {
    root(name: string, uri: string): void {
      version = NAMESPACE.exec(uri)?.[1] as Run['version'] | undefined
      if (name !== 'Document' || !version)
        throw new UnreadableRun('Document', 'version', { found: uri || name })
    },
    take(element: XmlElement): boolean {
      if (element.path === '' && element.name === 'Document') takeDocument(element)
      if (!PLACED.has(element.name)) return false
      const take = takers[element.path.replaceAll(PLACES, '')]
      if (!take) throw wrong(element, 'unsupported')
      take(element)
      return true
    },
    result(): Run {
      if (!header) throw new UnreadableRun('GrpHdr', 'missing')
      if (blocks.length === 0) throw new UnreadableRun('PmtInf', 'missing')
      all.check(header, true)
      const sum = { value: decimalOf(all.units, decimalsOf(currency!)), currency: currency! }
      return {
        version: version!,
        messageId: textOf(needed(header, 'MsgId'), ID),
        count: all.count,
        sum,
        blocks,
      }
    },
  }
}

/**
 * Reads a file pain.001 (credit transfers of ISO 20022) and hands over each payment. Throws `UnreadableRun` for a file of another
 * kind, one that contradicts itself, and one that different programs could read differently. What was handed over until then counts
 * for nothing.
 */
export const readRun = async (
  bytes: AsyncIterable<Uint8Array>,
  taken: (payment: Payment) => void,
): Promise<Run> => {
  const reader = readerOf(taken)
  await readXml(textOfXml(bytes), { ...reader, isRepeated })
  return reader.result()
}
