import { describe, expect, test } from 'vitest'
import { endsAs, typeOf } from './file-type.ts'

const typeOfText = (text: string) => typeOf(Buffer.from(text))

describe('the content tells the type', () => {
  test.each([
    ['%PDF-1.7\n%âãÏÓ', 'application/pdf'],
    ['%PDF-2.0\n', 'application/pdf'],
    ['<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:x">', 'application/xml'],
    ['\uFEFF<?xml version="1.0"?><Document/>', 'application/xml'],
    ['<?xml version="1.0"?>\n<!-- of <svg> -->\n<?style x?>\n<p:Document >', 'application/xml'],
  ])('%j is %s', (text, type) => expect(typeOfText(text)).toBe(type))

  test('pictures begin with their signature', () => {
    expect(typeOf(Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex'))).toBe('image/png')
    expect(typeOf(Buffer.from('ffd8ffe000104a464946', 'hex'))).toBe('image/jpeg')
    expect(typeOf(Buffer.from('89504e470d0a1a0a0000', 'hex'))).toBeUndefined()
  })

  test('a bomb of entities is XML like any other: it is never expanded', () => {
    const bomb =
      '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha">\n<!ENTITY b "&a;&a;&a;">]>\n<lolz>&b;</lolz>'
    expect(typeOfText(bomb)).toBe('application/xml')
  })

  test.each([
    ['nothing', ''],
    ['HTML', '<!doctype html><html><script>alert(1)</script>'],
    ['HTML as XML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg">'],
    [
      'SVG as XML',
      '<?xml version="1.0"?>\n<!-- a picture -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n<svg>',
    ],
    ['SVG with a prefix', '<?xml version="1.0"?><a:SVG xmlns:a="http://www.w3.org/2000/svg">'],
    ['text', 'Invoice 7'],
    ['a PDF that is none', '%PDF-fake'],
    ['a PDF behind a page', '<html>%PDF-1.7'],
    ['a program', 'MZ\u0090'],
    ['an archive', 'PK\u0003\u0004'],
  ])('%s is not accepted', (_, text) => expect(typeOfText(text)).toBeUndefined())

  test('64 KiB of whatever comes before a root take no time', () => {
    for (const part of ['<!--', '<!DOCTYPE [', '<?a', ' ', '<!DOCTYPE a>', '<!-- -->', '] '])
      expect(typeOfText('<?xml version="1.0"?>' + part.repeat(65_536 / part.length))).toBeUndefined()
  }, 1_000)
})

test('a PDF ends with its mark', () => {
  expect(endsAs('application/pdf', Buffer.from('startxref\n116\n%%EOF\n'))).toBe(true)
  expect(endsAs('application/pdf', Buffer.from('startxref'))).toBe(false)
  expect(endsAs('image/png', Buffer.from('anything'))).toBe(true)
})
