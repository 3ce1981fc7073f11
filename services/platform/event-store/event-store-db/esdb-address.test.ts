import { expect, test } from 'vitest'
import { readAddress } from './esdb-address.ts'

test('keeps all hosts and the options', () => {
  expect(readAddress('esdb://one:2113,two:2114/?tls=true&tlsCAFile=/ca.crt')).toMatchObject({
    hosts: ['one:2113', 'two:2114'],
    options: 'tls=true&tlsCAFile=/ca.crt',
  })
  expect(readAddress('esdb+discover://cluster.internal')).toMatchObject({
    hosts: ['cluster.internal'],
    options: '',
  })
})

test.each([
  ['esdb://admin:changeit@one:2113', 'admin', 'changeit'],
  ['esdb://admin:p%40ss%3A%2F%3Fw@one:2113', 'admin', 'p@ss:/?w'],
  ['esdb://admin:p/w@one:2113', 'admin', 'p/w'],
])('decodes the user and password of %s', (url, username, password) => {
  expect(readAddress(url).credentials).toEqual({ username, password })
})

test.each([
  'esdb://admin:s3/cr@t/x@one:2113',
  'esdb://admin:s3%cret@one:2113',
  'esdb://',
  'postgres://s3cret',
])('rejects %s without repeating it', (url) => {
  expect(() => readAddress(url)).toThrow(/percent-encoded/)
  expect(() => readAddress(url)).not.toThrow(/s3/)
})
