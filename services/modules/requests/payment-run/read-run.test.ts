import { describe, expect, test } from 'vitest'
import { IBANS, manyLines, runText, type BlockOf, type Line, type Shape } from '#support/payment-runs.ts'
import { readRun, type Payment } from './read-run.ts'

async function* inParts(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const read = async (file: string | Uint8Array, size = 64 * 1024) => {
  const payments: Payment[] = []
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const run = await readRun(inParts(bytes, size), (payment) => payments.push(payment))
  return { ...run, payments }
}
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const marked = (text: string) => Buffer.concat([Buffer.from('efbbbf', 'hex'), Buffer.from(text)])
const one = (line: Line, shape: Shape = {}, of: BlockOf = {}): string =>
  runText({ ...shape, blocks: [{ ...of, lines: [line] }] })
const pretty = { newline: '\n', indent: '  ' }
const windows = { newline: '\r\n', indent: '\t' }
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
const located = (version: string) =>
  `${XSI} xsi:schemaLocation="urn:iso:std:iso:20022:tech:xsd:pain.001.001.${version} pain.001.001.${version}.xsd"`
const batch = '<BtchBookg>true</BtchBookg>'
const sepa = '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>'
const three = manyLines(3)
const structured =
  '<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>RF18539007547034</Ref></CdtrRefInf></Strd>'

describe('files as programs write them are read', () => {
  const files: readonly [how: string, file: string | Uint8Array, sum: string, count: number][] = [
    ['the smallest file of version 3', runText(), '1.00', 1],
    ['the smallest file of version 9', runText({ version: '09' }), '1.00', 1],
    [
      'as a savings bank writes it: indented, with schema',
      runText({ ...pretty, root: located('03'), blocks: [{ before: batch }] }),
      '1.00',
      1,
    ],
    [
      'as a program for Windows writes it: tabs, CRLF, a mark of UTF-8',
      marked(runText({ ...windows, root: located('09'), version: '09' })),
      '1.00',
      1,
    ],
    ['with a prefix before each element', runText({ prefix: 'ns2', ...pretty }), '1.00', 1],
    ['with a prefix and version 9', runText({ prefix: 'p', version: '09' }), '1.00', 1],
    ['in one line without an encoding', runText({ declaration: '<?xml version="1.0"?>' }), '1.00', 1],
    [
      'declared as standalone',
      runText({ declaration: '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' }),
      '1.00',
      1,
    ],
    [
      'declared in single quotes and small letters',
      runText({ declaration: "<?xml version='1.0' encoding='utf-8'?>" }),
      '1.00',
      1,
    ],
    [
      'in ISO-8859-1 with umlauts',
      latin1(one({ payee: 'Müller & Söhne'.replace('&', '&amp;') }, { encoding: 'ISO-8859-1' })),
      '1.00',
      1,
    ],
    ['in Windows-1252', latin1(one({ payee: 'Jäger' }, { encoding: 'windows-1252' })), '1.00', 1],
    ['in ISO-8859-15', latin1(one({ payee: 'Jäger' }, { encoding: 'ISO-8859-15' })), '1.00', 1],
    [
      'with the time of an execution',
      runText({ version: '09', blocks: [{ day: '<DtTm>2026-12-01T08:30:00+01:00</DtTm>' }] }),
      '1.00',
      1,
    ],
    ['with a day in a time zone', runText({ blocks: [{ day: '2026-12-01Z' }] }), '1.00', 1],
    [
      'with service level and batch booking',
      runText({ blocks: [{ before: `${batch}${sepa}`, lines: three }] }),
      '33.03',
      3,
    ],
    [
      'without batch booking, one block for each payment',
      runText({ blocks: three.map((line, at) => ({ id: `P${at}`, lines: [line] })) }),
      '33.03',
      3,
    ],
    ['without any control sum', runText({ sum: null, blocks: [{ sum: null, lines: three }] }), '33.03', 3],
    ['without counts in blocks', runText({ blocks: [{ count: null, sum: null, lines: three }] }), '33.03', 3],
    [
      'with a control sum of further zeros',
      runText({ sum: '33.0300', blocks: [{ sum: '33.03', lines: three }] }),
      '33.03',
      3,
    ],
    [
      'with a control sum without decimals',
      one({ amount: '12' }, { sum: '12' }, { sum: '12.0' }),
      '12.00',
      1,
    ],
    ['with an amount of one decimal', one({ amount: '12.5' }, { sum: '12.5' }, { sum: '12.50' }), '12.50', 1],
    ['with leading zeros', one({ amount: '0012.50' }), '12.50', 1],
    [
      'in a currency without decimals',
      one({ amount: '500', currency: 'JPY' }, { sum: '500' }, { sum: '500' }),
      '500',
      1,
    ],
    [
      'in a currency of three decimals',
      one({ amount: '1.234', currency: 'KWD' }, { sum: '1.234' }, { sum: '1.234' }),
      '1.234',
      1,
    ],
    [
      'to Austria, Switzerland, France, Britain and the Netherlands',
      runText({ blocks: [{ lines: IBANS.slice(5).map((iban) => ({ iban })) }] }),
      '5.00',
      5,
    ],
    ['with the BIC of version 3', one({ bic: 'COBADEFFXXX' }), '1.00', 1],
    ['with the BIC of version 9', one({ bic: 'COBADEFF' }, { version: '09' }), '1.00', 1],
    ['to an account that has no IBAN', one({ other: '00012345678' }), '1.00', 1],
    ['without remittance information', one({ remittance: '' }), '1.00', 1],
    ['with a reference of the creditor', one({ remittance: structured }), '1.00', 1],
    [
      'with several lines of remittance information',
      one({ remittance: '<Ustrd>A</Ustrd><Ustrd>B</Ustrd>' }),
      '1.00',
      1,
    ],
    ['with CDATA', one({ payee: '<![CDATA[Huber & Co]]>' }), '1.00', 1],
    ['with character references', one({ payee: 'M&#252;ller &#x26; S&#246;hne' }), '1.00', 1],
    [
      'with comments between elements',
      runText({ prolog: '<!-- written by hand -->', header: '<!-- end -->' }),
      '1.00',
      1,
    ],
    [
      'with several ids of the initiating party',
      runText({ header: '' }).replace(
        '<InitgPty><Nm>Beispiel AG</Nm>',
        '<InitgPty><Nm>Beispiel AG</Nm><Id><OrgId><Othr><Id>1</Id></Othr><Othr><Id>2</Id></Othr></OrgId></Id>',
      ),
      '1.00',
      1,
    ],
    [
      'with addresses of two lines',
      one({
        payee:
          'Muster GmbH</Nm><PstlAdr><Ctry>DE</Ctry><AdrLine>Weg 1</AdrLine><AdrLine>10115 Berlin</AdrLine></PstlAdr><CtryOfRes>DE</CtryOfRes><Nm>',
      }).replace('<Nm></Nm>', ''),
      '1.00',
      1,
    ],
    ['with an empty element that nobody needs', runText({ header: '<FwdgAgt/>' }), '1.00', 1],
    ['with a thousand payments', runText({ blocks: [{ lines: manyLines(1_000) }] }), '419995.00', 1_000],
  ]
  test.each(files)('%s', async (_how, file, sum, count) => {
    const run = await read(file)
    expect([run.sum.value, run.count, run.payments.length]).toEqual([sum, count, count])
  })

  test('the bytes may arrive in any pieces', async () => {
    const file = marked(one({ payee: 'Jörg Größe' }, windows))
    for (const size of [1, 7, 100]) expect((await read(file, size)).payments[0]!.payee).toBe('Jörg Größe')
  })
})

test('each payment, its block and the whole are read as they stand in the file', async () => {
  const lines = [
    { payee: 'Müller  & Söhne'.replace('&', '&amp;'), amount: '0.10', bic: 'COBADEFFXXX', id: 'RE-1' },
    { payee: 'Amt', amount: '0.20', other: '4711', remittance: structured },
  ]
  const blocks = [{ lines }, { id: 'PMT-2', iban: IBANS[2], day: '2026-12-31', lines: [{ amount: '100' }] }]
  const own = { debtor: 'Beispiel AG', bic: null }
  expect(await read(runText({ blocks }))).toEqual({
    version: '03',
    messageId: 'MSG-2026-11-26-1',
    count: 3,
    sum: { value: '100.30', currency: 'EUR' },
    blocks: [
      {
        ...own,
        id: 'PMT-1',
        account: { iban: IBANS[0], other: null },
        day: '2026-12-01',
        count: 2,
        sum: '0.30',
      },
      {
        ...own,
        id: 'PMT-2',
        account: { iban: IBANS[2], other: null },
        day: '2026-12-31',
        count: 1,
        sum: '100.00',
      },
    ],
    payments: [
      {
        place: 1,
        block: 1,
        payee: 'Müller & Söhne',
        account: { iban: IBANS[1], other: null },
        bic: 'COBADEFFXXX',
        amount: { value: '0.10', currency: 'EUR' },
        endToEndId: 'RE-1',
        remittance: 'Rechnung 4711',
      },
      {
        place: 2,
        block: 1,
        payee: 'Amt',
        account: { iban: null, other: '4711' },
        bic: null,
        amount: { value: '0.20', currency: 'EUR' },
        endToEndId: null,
        remittance: 'RF18539007547034',
      },
      {
        place: 3,
        block: 2,
        payee: 'Muster GmbH',
        account: { iban: IBANS[1], other: null },
        bic: null,
        amount: { value: '100.00', currency: 'EUR' },
        endToEndId: null,
        remittance: 'Rechnung 4711',
      },
    ],
  })
})

test('ten times ten cents are one euro, and a run may have twenty thousand payments', async () => {
  const tenth = Array.from({ length: 10 }, () => ({ amount: '0.10' }))
  expect((await read(runText({ blocks: [{ lines: tenth }] }))).sum.value).toBe('1.00')
  const many = await read(runText({ blocks: [{ lines: manyLines(20_000) }] }))
  expect([many.count, many.payments.length]).toEqual([20_000, 20_000])
})
