import { expect, test } from 'vitest'
import { oneFile } from './one-file.ts'

const TYPE = 'multipart/form-data; boundary=---b'
const headers = (name: string) =>
  `-----b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n`

/** In parts of this many bytes. */
async function* inParts(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const read = async (
  text: string,
  { type = TYPE, size = 7, name }: { type?: string; size?: number; name?: string } = {},
) => {
  const file = await oneFile({ type, name, body: inParts(text, size) })
  const parts = []
  for await (const part of file.bytes) parts.push(part)
  return { name: file.name, text: String(Buffer.concat(parts)) }
}

test.each([1, 2, 7, 100_000])('finds the file of a form that arrives in parts of %i bytes', async (size) => {
  const content = '\r\n-- \r\n-----a\r\nbytes\r\n'
  expect(await read(`${headers('Rechnung März.pdf')}${content}\r\n-----b--\r\n`, { size })).toEqual({
    name: 'Rechnung März.pdf',
    text: content,
  })
})

test('reads names as browsers and other programs write them', async () => {
  const nameOf = async (name: string) => (await read(`${headers(name)}x\r\n-----b--`)).name
  expect(await nameOf('a %22b%22.pdf')).toBe('a "b".pdf')
  expect(await nameOf('a \\"b\\".pdf')).toBe('a "b".pdf')
  expect(await nameOf('a%0D%0Ab.pdf')).toBe('a\r\nb.pdf')
  expect(await nameOf('C:\\a.pdf')).toBe('C:\\a.pdf')
  expect(await nameOf('100%25.pdf')).toBe('100%25.pdf')
})

test('takes a body with its name beside it', async () => {
  expect(await read('bytes', { type: 'application/pdf', name: 'a.pdf' })).toEqual({
    name: 'a.pdf',
    text: 'bytes',
  })
  expect(await read('', { type: '', name: 'a.pdf' })).toEqual({ name: 'a.pdf', text: '' })
})

test.each([
  ['two files', `${headers('a')}x\r\n${headers('b')}y\r\n-----b--\r\n`, 'input.invalid'],
  [
    'a field without a file',
    '-----b\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n-----b--',
    'input.invalid',
  ],
  ['a form that breaks off', `${headers('a')}x`, 'input.malformed'],
  ['a form that ends in its headers', '-----b\r\nContent-Disp', 'input.malformed'],
  ['another boundary', `${headers('a').replaceAll('---b', '---c')}x`, 'input.malformed'],
  ['headers without end', `-----b\r\n${'X: y\r\n'.repeat(2_000)}`, 'input.malformed'],
])('%s is refused', async (_, text, code) => {
  await expect(read(text, { size: 512 })).rejects.toMatchObject({ code })
})

test('a body without a name, and a form without a boundary, are refused', async () => {
  await expect(read('x', { type: 'application/pdf' })).rejects.toMatchObject({ code: 'input.invalid' })
  await expect(read('x', { type: 'multipart/form-data' })).rejects.toMatchObject({ code: 'input.malformed' })
})
