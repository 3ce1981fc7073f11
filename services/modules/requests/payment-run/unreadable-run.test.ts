import { describe, expect, test } from 'vitest'
import { MAX_PAYMENTS, type RunFault } from '#contract/requests/payment-run.ts'
import { IBANS, runText, type BlockOf, type Line, type Shape } from '#support/payment-runs.ts'
import { readRun } from './read-run.ts'
import { UnreadableRun } from './unreadable-run.ts'

type Refused = readonly [how: string, file: string | Uint8Array, element: string, fault: RunFault]

async function* inParts(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const refusal = async (file: string | Uint8Array): Promise<UnreadableRun> => {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const error: unknown = await readRun(inParts(bytes, 64 * 1024), () => {}).then(
    () => new Error('was read'),
    (reason: unknown) => reason,
  )
  if (error instanceof UnreadableRun) return error
  throw error
}
const expectRefused = async (file: string | Uint8Array, element: string, fault: RunFault) => {
  const { element: at, fault: is } = await refusal(file)
  expect([at, is]).toEqual([element, fault])
}

const one = (line: Line, of: BlockOf = {}, shape: Shape = {}): string =>
  runText({ ...shape, blocks: [{ ...of, lines: [line] }] })
const without = (file: string, name: string): string =>
  file.replace(new RegExp(`<${name}(?: [^>]*)?>.*?</${name}>`), '')
const doubled = (file: string, name: string): string =>
  file.replace(new RegExp(`<${name}(?: [^>]*)?>.*?</${name}>`), '$&$&')
const block = 'PmtInf[1]'
const payment = `${block}/CdtTrfTxInf[1]`

describe('a file that contradicts itself or the standard names the element', () => {
  const cases: readonly Refused[] = [
    ['wrong sum of the file', runText({ sum: '2.00' }), 'GrpHdr/CtrlSum', 'sum'],
    [
      'a sum that floating point would take',
      one({ amount: '0.30' }, { sum: null }, { sum: '0.30000000000000001' }),
      'GrpHdr/CtrlSum',
      'sum',
    ],
    ['wrong sum of a block', runText({ blocks: [{}, { sum: '7.00' }] }), 'PmtInf[2]/CtrlSum', 'sum'],
    ['a sum that is no number', runText({ sum: '1,00' }), 'GrpHdr/CtrlSum', 'number'],
    ['a negative sum', runText({ sum: '-1.00' }), 'GrpHdr/CtrlSum', 'number'],
    ['wrong count of the file', runText({ count: '2' }), 'GrpHdr/NbOfTxs', 'count'],
    ['wrong count of a block', runText({ blocks: [{ count: '3' }] }), `${block}/NbOfTxs`, 'count'],
    ['a count that is no number', runText({ count: 'one' }), 'GrpHdr/NbOfTxs', 'number'],
    ['no count', runText({ count: null }), 'GrpHdr/NbOfTxs', 'missing'],
    [
      'an IBAN with a wrong check digit',
      one({ iban: 'DE89370400440532013001' }),
      `${payment}/CdtrAcct/Id/IBAN`,
      'iban',
    ],
    [
      'an IBAN with the length of another country',
      one({ iban: 'DE893704004405320130' }),
      `${payment}/CdtrAcct/Id/IBAN`,
      'iban',
    ],
    [
      'an IBAN in small letters',
      one({ iban: 'de89370400440532013000' }),
      `${payment}/CdtrAcct/Id/IBAN`,
      'iban',
    ],
    [
      'an IBAN in groups',
      one({ iban: 'DE89 3704 0044 0532 0130 00' }),
      `${payment}/CdtrAcct/Id/IBAN`,
      'iban',
    ],
    ['an IBAN of no country', one({ iban: 'XX89370400440532013000' }), `${payment}/CdtrAcct/Id/IBAN`, 'iban'],
    [
      'an IBAN of the debtor that is none',
      runText({ blocks: [{ iban: 'DE00370400440532013000' }] }),
      `${block}/DbtrAcct/Id/IBAN`,
      'iban',
    ],
    ['a BIC that is none', one({ bic: 'COBA' }), `${payment}/CdtrAgt/FinInstnId/BIC`, 'bic'],
    [
      'an older version',
      runText({ namespace: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.02' }),
      'Document',
      'version',
    ],
    [
      'the version of the German banks',
      runText({ namespace: 'urn:iso:std:iso:20022:tech:xsd:pain.001.003.03' }),
      'Document',
      'version',
    ],
    [
      'a direct debit',
      runText({ namespace: 'urn:iso:std:iso:20022:tech:xsd:pain.008.001.02' }),
      'Document',
      'version',
    ],
    ['no namespace', runText().replace(/ xmlns="[^"]*"/, ''), 'Document', 'version'],
    ['another root', runText().replaceAll('Document', 'Invoice'), 'Document', 'version'],
    [
      'another message',
      runText().replaceAll('CstmrCdtTrfInitn', 'CstmrPmtStsRpt'),
      'CstmrCdtTrfInitn',
      'missing',
    ],
    ['no header', without(runText(), 'GrpHdr'), 'GrpHdr', 'missing'],
    ['no id of the message', without(runText(), 'MsgId'), 'GrpHdr/MsgId', 'missing'],
    ['no block', without(runText(), 'PmtInf'), 'PmtInf', 'missing'],
    ['a block without payments', runText({ blocks: [{ lines: [] }] }), `${block}/CdtTrfTxInf`, 'missing'],
    ['no debtor', without(runText(), 'Dbtr'), `${block}/Dbtr/Nm`, 'missing'],
    ['no account of the debtor', without(runText(), 'DbtrAcct'), `${block}/DbtrAcct`, 'missing'],
    ['no payee', without(runText(), 'Cdtr'), `${payment}/Cdtr/Nm`, 'missing'],
    ['an empty payee', one({ payee: ' ' }), `${payment}/Cdtr/Nm`, 'missing'],
    ['no account of the payee', without(runText(), 'CdtrAcct'), `${payment}/CdtrAcct`, 'missing'],
    ['no amount', without(runText(), 'Amt'), `${payment}/Amt`, 'missing'],
    ['no end-to-end id', without(runText(), 'EndToEndId'), `${payment}/PmtId/EndToEndId`, 'missing'],
    ['no date', without(runText(), 'ReqdExctnDt'), `${block}/ReqdExctnDt`, 'missing'],
    ['no method', without(runText(), 'PmtMtd'), `${block}/PmtMtd`, 'missing'],
    ['a cheque', runText({ blocks: [{ method: 'CHK' }] }), `${block}/PmtMtd`, 'method'],
    ['a day that is none', runText({ blocks: [{ day: '2026-02-29' }] }), `${block}/ReqdExctnDt`, 'date'],
    [
      'a day as Germans write it',
      runText({ blocks: [{ day: '01.12.2026' }] }),
      `${block}/ReqdExctnDt`,
      'date',
    ],
    [
      'a day and a moment',
      runText({ version: '09', blocks: [{ day: '<Dt>2026-12-01</Dt><DtTm>2026-12-01T10:00:00</DtTm>' }] }),
      `${block}/ReqdExctnDt/DtTm`,
      'twice',
    ],
    [
      'three decimals',
      one({ amount: '1.001' }, { sum: null }, { sum: null }),
      `${payment}/Amt/InstdAmt`,
      'decimals',
    ],
    [
      'decimals of a currency that has none',
      one({ amount: '1.5', currency: 'JPY' }, { sum: null }, { sum: null }),
      `${payment}/Amt/InstdAmt`,
      'decimals',
    ],
    [
      'an amount with a comma',
      one({ amount: '1,50' }, { sum: null }, { sum: null }),
      `${payment}/Amt/InstdAmt`,
      'amount',
    ],
    [
      'an amount with an exponent',
      one({ amount: '1e3' }, { sum: null }, { sum: null }),
      `${payment}/Amt/InstdAmt`,
      'amount',
    ],
    ['nothing', one({ amount: '0.00' }), `${payment}/Amt/InstdAmt`, 'amount'],
    [
      'a negative amount',
      one({ amount: '-5.00' }, { sum: null }, { sum: null }),
      `${payment}/Amt/InstdAmt`,
      'amount',
    ],
    [
      'more than there is',
      one({ amount: '99999999999999.00' }, { sum: null }, { sum: null }),
      `${payment}/Amt/InstdAmt`,
      'length',
    ],
    [
      'mixed currencies',
      runText({ blocks: [{ lines: [{}, { currency: 'CHF' }] }] }),
      `${block}/CdtTrfTxInf[2]/Amt/InstdAmt`,
      'currencies',
    ],
    ['a currency that is none', one({ currency: 'EUX' }), `${payment}/Amt/InstdAmt`, 'currency'],
    ['no currency', runText().replace(' Ccy="EUR"', ''), `${payment}/Amt/InstdAmt`, 'currency'],
    [
      'an equivalent amount',
      runText().replace(/<InstdAmt.*?<\/InstdAmt>/, '<EqvtAmt><Amt Ccy="EUR">1.00</Amt></EqvtAmt>'),
      `${payment}/Amt/EqvtAmt`,
      'unsupported',
    ],
    ['a payee of 141 signs', one({ payee: 'x'.repeat(141) }), `${payment}/Cdtr/Nm`, 'length'],
    [
      'a remittance information of 141 signs',
      one({ remittance: `<Ustrd>${'x'.repeat(141)}</Ustrd>` }),
      `${payment}/RmtInf/Ustrd`,
      'length',
    ],
    ['an end-to-end id of 36 signs', one({ id: 'x'.repeat(36) }), `${payment}/PmtId/EndToEndId`, 'length'],
    [
      'the fourteenth payment of the second block',
      runText({
        blocks: [
          {},
          { lines: [...Array.from({ length: 13 }, () => ({})), { iban: IBANS[0].replace('89', '88') }] },
        ],
      }),
      'PmtInf[2]/CdtTrfTxInf[14]/CdtrAcct/Id/IBAN',
      'iban',
    ],
  ]
  test.each(cases)('%s', async (_how, file, element, fault) => expectRefused(file, element, fault))

  test('a wrong number is told beside the right one, and no account is', async () => {
    expect(await refusal(runText({ sum: '2.50' }))).toMatchObject({ found: '2.50', expected: '1' })
    expect(await refusal(one({ iban: 'DE89370400440532013001' }))).toMatchObject({ found: undefined })
  })
})

describe('a file that programs could read differently is refused', () => {
  const cases: readonly Refused[] = [
    ['two amounts', doubled(runText(), 'InstdAmt'), `${payment}/Amt/InstdAmt`, 'twice'],
    ['two payees', doubled(runText(), 'Cdtr'), `${payment}/Cdtr`, 'twice'],
    ['two accounts of a payee', doubled(runText(), 'CdtrAcct'), `${payment}/CdtrAcct`, 'twice'],
    ['two headers', doubled(runText(), 'GrpHdr'), 'GrpHdr', 'twice'],
    ['two messages', doubled(runText(), 'CstmrCdtTrfInitn'), 'CstmrCdtTrfInitn', 'twice'],
    [
      'something beside the message',
      runText().replace('</Document>', '<More/></Document>'),
      'More',
      'unsupported',
    ],
    [
      'an IBAN beside another id',
      one({ other: '1</Id></Othr><IBAN>DE89370400440532013000</IBAN><Othr><Id>1' }).replace(
        /<Othr><Id>1<\/Id><\/Othr>(?=<\/Id>)/,
        '',
      ),
      `${payment}/CdtrAcct/Id/Othr`,
      'twice',
    ],
    [
      'a comment within an IBAN',
      one({ iban: 'DE8937040044<!-- -->0532013000' }),
      `${payment}/CdtrAcct/Id/IBAN`,
      'mixed',
    ],
    ['text between elements', runText().replace('<Cdtr>', '<Cdtr>Eve'), `${payment}/Cdtr`, 'mixed'],
    [
      'a payment within a payment',
      one({ remittance: '<CdtTrfTxInf/>' }, {}, { count: '1' }),
      payment + '/RmtInf/CdtTrfTxInf[1]',
      'unsupported',
    ],
    ['a name whose signs turn the order', one({ payee: 'Eve \u202E12' }), `${payment}/Cdtr/Nm`, 'characters'],
    ['a name with a control character', one({ payee: 'Eve&#x9F;' }), `${payment}/Cdtr/Nm`, 'characters'],
    [
      'an amount of another namespace',
      runText().replace('<InstdAmt', '<x:InstdAmt xmlns:x="urn:x" Ccy="EUR">9</x:InstdAmt><InstdAmt'),
      `${payment}/Amt/InstdAmt`,
      'foreign',
    ],
    [
      'another file that is included',
      runText().replace(
        '<Cdtr>',
        '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd"/><Cdtr>',
      ),
      `${payment}/include`,
      'foreign',
    ],
    [
      'a processing instruction',
      runText({ prolog: '<?xml-stylesheet href="https://example.org/x.xsl"?>' }),
      'Document',
      'instruction',
    ],
  ]
  test.each(cases)('%s', async (_how, file, element, fault) => expectRefused(file, element, fault))
})

const laughs = `<!DOCTYPE x [${Array.from({ length: 10 }, (_, at) => `<!ENTITY l${at} "${`&l${at - 1};`.repeat(10)}">`).join('')}]>`
const external = '<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]>'

describe('a hostile file is refused soon', () => {
  const deep = '<A>'.repeat(100_000)
  const cases: readonly Refused[] = [
    ['a billion laughs', runText({ prolog: laughs }).replace('Muster GmbH', '&l9;'), 'line 1', 'doctype'],
    [
      'an external entity',
      runText({ prolog: external }).replace('Muster GmbH', '&file;'),
      'line 1',
      'doctype',
    ],
    [
      'a document type that is fetched',
      runText({ prolog: '<!DOCTYPE Document SYSTEM "https://example.org/x.dtd">' }),
      'line 1',
      'doctype',
    ],
    [
      'a document type of 5 MiB',
      runText({ prolog: `<!DOCTYPE x [${' '.repeat(5 << 20)}]>` }),
      'line 1',
      'doctype',
    ],
    ['an entity that nobody declared', one({ payee: '&constructor;' }), 'line 1', 'syntax'],
    ['a hundred thousand levels', runText({ header: deep }), `GrpHdr${'/A'.repeat(17)}`, 'depth'],
    [
      'a hundred attributes',
      runText({ root: Array.from({ length: 100 }, (_, at) => `a${at}="1"`).join(' ') }),
      'Document',
      'many',
    ],
    ['an attribute of 5 MiB', runText({ root: `a="${'x'.repeat(5 << 20)}"` }), 'Document', 'length'],
    ['a million empty elements', runText({ header: '<A/>'.repeat(1_000_000) }), 'GrpHdr/A', 'twice'],
    [
      'a hundred thousand different elements',
      runText({ header: Array.from({ length: 100_000 }, (_, at) => `<A${at}/>`).join('') }),
      'GrpHdr',
      'many',
    ],
    ['a name of 5 MiB', runText({ header: `<${'A'.repeat(5 << 20)}/>` }), 'GrpHdr', 'length'],
    ['a text of 5 MiB', one({ payee: 'x'.repeat(5 << 20) }), `${payment}/Cdtr/Nm`, 'length'],
    [
      'a million character references',
      one({ payee: '&#120;'.repeat(1_000_000) }),
      `${payment}/Cdtr/Nm`,
      'length',
    ],
    ['11 MiB', runText({ prolog: ' '.repeat(11 << 20) }), 'Document', 'size'],
    ['bytes that are no UTF-8', Buffer.from(one({ payee: 'Müller' }), 'latin1'), 'Document', 'encoding'],
    ['a NUL', one({ payee: 'Eve\0' }), 'line 1', 'syntax'],
    ['UTF-16', Buffer.from(`\uFEFF${runText({ encoding: 'UTF-16' })}`, 'utf16le'), 'Document', 'encoding'],
    ['UTF-16 that claims to be UTF-8', Buffer.from(runText(), 'utf16le'), 'Document', 'encoding'],
    ['UTF-8 that claims to be UTF-16', runText({ encoding: 'UTF-16' }), 'Document', 'encoding'],
    ['UTF-7', runText({ encoding: 'UTF-7' }), 'Document', 'encoding'],
    [
      'a mark of UTF-8 before ISO-8859-1',
      `\uFEFF${runText({ encoding: 'ISO-8859-1' })}`,
      'Document',
      'encoding',
    ],
    ['XML 1.1', runText({ declaration: '<?xml version="1.1" encoding="UTF-8"?>' }), 'line 1', 'syntax'],
    ['a file that breaks off', runText().slice(0, -20), 'line 1', 'syntax'],
    ['two documents', `${runText()}${runText({ declaration: '' })}`, 'line 1', 'syntax'],
    ['no XML', 'PK\u0003\u0004'.repeat(200), 'line 1', 'syntax'],
    ['nothing', '', 'line 1', 'syntax'],
    ['a prefix that nobody declared', runText().replaceAll('Cdtr>', 'x:Cdtr>'), 'line 1', 'syntax'],
  ]
  test.each(cases)('%s', async (_how, file, element, fault) => {
    const before = process.threadCpuUsage()
    await expectRefused(file, element, fault)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000_000).toBeLessThan(5)
  })

  test('more payments than a run may have', async () => {
    const xml = /<CdtTrfTxInf>(.*?)<\/CdtTrfTxInf>/.exec(runText())![1]!
    const lines = Array.from({ length: MAX_PAYMENTS + 1 }, () => ({ xml }))
    await expectRefused(runText({ blocks: [{ lines }] }), `${block}/CdtTrfTxInf[${MAX_PAYMENTS + 1}]`, 'many')
  })
})
