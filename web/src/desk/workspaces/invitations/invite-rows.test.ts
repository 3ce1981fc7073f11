import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { textOfFile } from './invite-file.ts'
import {
  checkRows,
  headingsOf,
  isTable,
  rowsOfList,
  rowsOfTable,
  textOfOpen,
  type Grant,
} from './invite-rows.ts'

const regular: Grant = { role: 'regular user', approver: true, requester: false }
const named = (rows: ReturnType<typeof rowsOfList>) => rows.map(({ line, email }) => [line, email])
const said = (rows: ReturnType<typeof rowsOfList>, all = regular) =>
  checkRows(rows, all).map(({ line, email, problem, invitee }) => [line, problem ?? invitee?.role, email])

test('reads a pasted list: one or several per line, with or without names and mail program syntax', () => {
  const list =
    '\ufeffada@b.org\r\n\r\nBen Berg <ben@b.org>, "Conti, Carla" <carla@b.org>\rdan@b.org; Ege, Eva <eva@b.org> ;\n \u200bfay@b.org\u200b,'
  expect(named(rowsOfList(list))).toEqual([
    [1, 'ada@b.org'],
    [3, 'ben@b.org'],
    [3, 'carla@b.org'],
    [4, 'dan@b.org'],
    [4, 'eva@b.org'],
    [5, 'fay@b.org'],
  ])
  expect(rowsOfList(' \n,;\n')).toEqual([])
})

test.each([
  ['commas', 'Name,E-Mail,Role\nAda,ada@b.org,admin\nBen,ben@b.org,\n'],
  [
    'semicolons, a BOM and CRLF',
    '\ufeffVorname;E-Mail-Adresse;Rolle\r\nAda;ada@b.org;Administratorin\r\nBen;ben@b.org;Mitglied\r\n',
  ],
  ['tabs', 'mail\trolle\nada@b.org\tADMIN\nben@b.org\tregular user'],
  ['quotes', '"Email","Role"\n"ada@b.org","admin"\n"ben@b.org","user"'],
])('reads a table with %s and a header', async (_with, table) => {
  expect(isTable(table)).toBe(true)
  expect(said(await rowsOfTable(table))).toEqual([
    [2, 'admin', 'ada@b.org'],
    [3, 'regular user', 'ben@b.org'],
  ])
})

test('without a header the cell with an @ is the address, and all rows get the common choices', async () => {
  const table = 'Berg;Ada;ada@b.org\nConti;Carla;carla@b.org\n'
  expect(isTable(table)).toBe(false)
  expect(said(await rowsOfTable(table), { ...regular, role: 'admin' })).toEqual([
    [1, 'admin', 'ada@b.org'],
    [2, 'admin', 'carla@b.org'],
  ])
})

test.each([
  ['commas', 'ada@b.org,ben@b.org,carla@b.org'],
  ['semicolons and their names', 'Ada <ada@b.org>; Ben Berg <ben@b.org> ;carla@b.org;\n'],
  ['names in quotes, as mail programs write them', '"Ada, A." <ada@b.org>, ben@b.org, "C" <carla@b.org>'],
])('a file without a header yields all addresses in it: %s', async (_with, table) => {
  expect(said(await rowsOfTable(table))).toEqual(
    ['ada', 'ben', 'carla'].map((name) => [1, 'regular user', `${name}@b.org`]),
  )
})

test('a header with only an address column yields all addresses', async () => {
  expect(said(await rowsOfTable('E-Mail\nada@b.org,ben@b.org\n'))).toEqual([
    [2, 'regular user', 'ada@b.org'],
    [2, 'regular user', 'ben@b.org'],
  ])
})

test('a line without an address or with an invalid one is reported', async () => {
  expect(said(await rowsOfTable('Ada;ada@b.org;ada@\nBen;Berg\n'))).toEqual([
    [1, 'regular user', 'ada@b.org'],
    [1, 'email', 'ada@'],
    [2, 'email', 'Ben Berg'],
  ])
})

test('reads rights from a table: yes and no in both languages, a cross, or nothing', async () => {
  const table =
    'E-Mail;Freigebend;Anfragend\na@b.org;ja;nein\nb@b.org;;x\nc@b.org;WAHR;1\nd@b.org;;\ne@b.org;vielleicht;ja'
  expect(
    checkRows(await rowsOfTable(table), regular).map(
      ({ problem, invitee }) => problem ?? [invitee?.approver, invitee?.requester],
    ),
  ).toEqual([[true, false], [false, true], [true, true], 'flags', 'yesNo'])
})

test('reports malformed rows with their line, and accepts the others', async () => {
  const table =
    'email,role,note\nada@b.org,admin,"two\nlines"\n\nno address,admin,\nben@b.org,owner,\njürgen@b.org,admin,\nADA@b.org,admin,\ncarla@müller.de,admin,\n,,nobody\neva@b.org,admin,"open\n'
  expect(said(await rowsOfTable(table))).toEqual([
    [2, 'admin', 'ada@b.org'],
    [5, 'email', 'no address'],
    [6, 'role', 'ben@b.org'],
    [7, 'emailLocal', 'jürgen@b.org'],
    [8, 'twice', 'ADA@b.org'],
    [9, 'admin', 'carla@müller.de'],
    [10, 'email', 'nobody'],
    [11, 'broken', 'eva@b.org'],
  ])
})

test.each([
  ['opened and never closed', '"open', ''],
  ['opened, while others behind it have good ones', '"open', '"two\r\nlines; ""of"" it"'],
  ['closed too early', '"clo"sed"', '"good"'],
])('quotes that are %s affect only their own row', async (_broken, broken, note) => {
  const rows = ['ada', 'ben', 'carla', 'dan'].map((name) => `${name}@b.org;admin;`)
  const table = `\ufeffE-Mail;Rolle;Notiz\r\n${rows[0]}\r\n${rows[1]}${broken}\r\n${rows[2]}${note}\r\n${rows[3]}\r\n`
  expect(said(await rowsOfTable(table))).toEqual([
    [2, 'admin', 'ada@b.org'],
    [3, 'broken', 'ben@b.org'],
    [4, 'admin', 'carla@b.org'],
    [note.includes('\n') ? 6 : 5, 'admin', 'dan@b.org'],
  ])
})

test('a quote inside an unquoted cell is an ordinary character', async () => {
  expect(said(await rowsOfTable('email,note\nada@b.org,2" high\nben@b.org,\n'))).toEqual([
    [2, 'regular user', 'ada@b.org'],
    [3, 'regular user', 'ben@b.org'],
  ])
})

test('without a header, malformed quotes also affect only their own row', async () => {
  expect(said(await rowsOfTable('Ada;ada@b.org\nBen;"ben@b.org\nCarla;carla@b.org\n'))).toEqual([
    [1, 'regular user', 'ada@b.org'],
    [2, 'broken', 'ben@b.org'],
    [3, 'regular user', 'carla@b.org'],
  ])
})

test('reads a file full of malformed quotes quickly', async () => {
  const rows = checkRows(await rowsOfTable(`email,note\n${'ada@b.org,"x\n'.repeat(10_000)}`), regular)
  expect(rows).toHaveLength(10_000)
  expect(rows.every(({ problem }) => problem === 'broken')).toBe(true)
})

test('accepts 500 rows; invalid and repeated rows do not count', () => {
  const many = Array.from({ length: 501 }, (_, i) => `p${i}@b.org`)
  const rows = checkRows(rowsOfList(['bad', 'p0@b.org', ...many].join('\n')), regular)
  expect(rows.filter(({ problem }) => problem === null)).toHaveLength(500)
  expect(rows.at(-1)).toMatchObject({ line: 503, problem: 'tooMany' })
})

test('a formula is plain text and is refused, as an address and as a name', async () => {
  const table = 'email,name\n=HYPERLINK("http://x";"a@b.org"),\n+b@b.org,\nc@b.org,-1\nd@b.org,@SUM(A1)\n'
  expect(said(await rowsOfTable(table)).map(([, problem]) => problem)).toEqual(Array(4).fill('formula'))
})

test('what is left of a text after sending is its header, and the rows that were not invited', async () => {
  const table = 'E-Mail;Notiz\na@b.org;"two\nlines"\nb@b;"two\nlines"\nc@b.org;\n'
  const rows = await rowsOfTable(table)
  expect(textOfOpen(table, rows, new Set([4]))).toBe('E-Mail;Notiz\nb@b;"two\nlines"')
  expect(textOfOpen(table, rows, new Set())).toBe('')
})

test('says what each column is read as: a whole name counts more than its parts', () => {
  const kinds = (text: string) => headingsOf(text).map(({ heading, kind }) => [heading, kind])
  expect(kinds('\ufeffVorname;"Nachname";E-Mail-Adresse;Abteilung\nAda;Berg;a@b.org;')).toEqual([
    ['Vorname', 'firstName'],
    ['Nachname', 'lastName'],
    ['E-Mail-Adresse', 'email'],
    ['Abteilung', null],
  ])
  expect(kinds('First name,Name,email')).toEqual([
    ['First name', null],
    ['Name', 'name'],
    ['email', 'email'],
  ])
  expect(kinds('Vorname;E-Mail').map(([, kind]) => kind)).toEqual([null, 'email'])
  expect(kinds('ada@b.org;Ada')).toEqual([])
})

test('reads the encodings of spreadsheets', async () => {
  const bytesOf = (...bytes: readonly number[]) => new Uint8Array(bytes).buffer
  expect(await textOfFile(new TextEncoder().encode('a@mü.de').buffer)).toBe('a@mü.de')
  expect(await textOfFile(bytesOf(0x6d, 0xfc))).toBe('mü')
  expect(await textOfFile(bytesOf(0xff, 0xfe, 0x6d, 0, 0xfc, 0))).toBe('mü')
})

test('reads an XLSX file with its header, an empty row and a formula, and rejects another archive', async () => {
  const file = await readFile(new URL('people.xlsx', import.meta.url))
  const text = await textOfFile(new Uint8Array(file).buffer)
  expect(isTable(text)).toBe(true)
  expect(said(await rowsOfTable(text))).toEqual([
    [2, 'admin', 'ada@b.org'],
    [3, 'regular user', 'zoe@b.org'],
    [5, 'regular user', 'ben@b.org'],
  ])
  await expect(textOfFile(new TextEncoder().encode('PK of something else').buffer)).rejects.toThrow('unzip')
})

test('a name goes with its address: from a list, from a column, or as mail programs write it', async () => {
  const namesOf = (rows: ReturnType<typeof rowsOfList>) =>
    checkRows(rows, regular).map(({ email, problem, invitee }) => [email, problem ?? invitee?.name])
  expect(namesOf(rowsOfList('Ben Berg <ben@b.org>, "Conti, Carla" <carla@b.org>\ndan@b.org'))).toEqual([
    ['ben@b.org', 'Ben Berg'],
    ['carla@b.org', 'Conti, Carla'],
    ['dan@b.org', undefined],
  ])
  for (const head of ['Name', 'Vor- und Nachname'])
    expect(namesOf(await rowsOfTable(`${head};E-Mail\nAda Berg;ada@b.org\n;ben@b.org\n`))).toEqual([
      ['ada@b.org', 'Ada Berg'],
      ['ben@b.org', undefined],
    ])
  expect(namesOf(await rowsOfTable('Vorname;E-Mail\nAda;ada@b.org\n'))).toEqual([['ada@b.org', undefined]])
  expect(namesOf(await rowsOfTable('Nachname;Vorname;E-Mail\nBerg;Ada;ada@b.org\n;Ben;ben@b.org\n'))).toEqual(
    [
      ['ada@b.org', 'Ada Berg'],
      ['ben@b.org', 'Ben'],
    ],
  )
  expect(namesOf(await rowsOfTable('name,email\n"Ada\nBerg",ada@b.org\nBen\u0007,ben@b.org\n'))).toEqual([
    ['ada@b.org', 'Ada Berg'],
    ['ben@b.org', 'nameSigns'],
  ])
  expect(namesOf(await rowsOfTable(`name,email\n${'x'.repeat(10_000)},ada@b.org\n`))).toEqual([
    ['ada@b.org', 'name'],
  ])
})
