/**
 * What the tests of another witness, litewitness, send and expect (github.com/FiloSottile/torchwood, cmd/litewitness/testdata,
 * ISC). It answers 403 for a log that it does not know; the specification says 404.
 */

const NAME = 'sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562'

const note = (size: number, root: string, signature: string, name = NAME) =>
  `${name}\n${size}\n${root}\n\n— ${name} ${signature}\n`
const body = (old: number, proof: readonly string[], checkpoint: string) =>
  `old ${old}\n${proof.map((hash) => `${hash}\n`).join('')}\n${checkpoint}`

const LEAVES = [
  'KgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  'KgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  'KgIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  'KgMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  'KgQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
] as const
const ROOT_OF_3 = 'RcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0='
const SIGNATURE_OF_3 =
  'UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75cbAj2aQYwyJre36kezNobZs4SUUdrcawfAB8WVrx6go='

const ONE = note(
  1,
  LEAVES[0],
  'UgIom7fPZTqpxWWhyjWduBvTvGVqsokMbqTArsQilegKoFBJQjUFAmQ0+YeSPM3wfUQMFSzVnnNuWRTYrajXpNUbIQY=',
)
const THREE = note(3, ROOT_OF_3, SIGNATURE_OF_3)
const FIVE = note(
  5,
  'QrtXrQZCCvpIgsSmOsah7HdICzMLLyDfxToMql9WTjY=',
  'UgIomw/EOJmWi0i1FQsOj+etB7F8IccFam/jgd6wzRns4QPVmyEZtdvl1U2KEmLOZ/ASRcWJi0tW90dJWAShei7sDww=',
)
const PROOF_1_3 = [LEAVES[1], LEAVES[2]]
const first = body(0, [], ONE)
const second = body(1, PROOF_1_3, THREE)
const third = body(3, [LEAVES[2], LEAVES[3], 'wgiIFdZfYNv6WU1OllBKsWnLYIS/DBMqt8Uh/S4OukE=', LEAVES[4]], FIVE)

type Vector = {
  readonly what: string
  readonly before: readonly string[]
  readonly body: string
  readonly status: number
  readonly text?: string
}

const requests: readonly Vector[] = [
  { what: 'the first checkpoint', before: [], body: first, status: 200 },
  {
    what: 'a signature that is wrong',
    before: [first],
    body: body(1, PROOF_1_3, note(3, ROOT_OF_3, SIGNATURE_OF_3.replace(/go=$/, 'gw='))),
    status: 403,
  },
  {
    what: 'an unknown log',
    before: [first],
    body: body(1, PROOF_1_3, note(3, ROOT_OF_3, SIGNATURE_OF_3, NAME.replace(/2$/, '3'))),
    status: 404,
  },
  { what: 'no proof', before: [first], body: body(1, [], THREE), status: 422 },
  {
    what: 'a proof with a wrong hash',
    before: [first],
    body: body(1, [LEAVES[1], LEAVES[2].replace('AAA=', 'ABA=')], THREE),
    status: 422,
  },
  { what: 'a proof that holds', before: [first], body: second, status: 200 },
  {
    what: 'a proof from another size than the newest',
    before: [first, second],
    body: body(1, [LEAVES[1], '+fUDV+k970B4I3uKrqJM4aP1lloPZP8mvr2Z4wRw2LI=', LEAVES[4]], FIVE),
    status: 409,
    text: '3\n',
  },
  { what: 'a proof with more steps', before: [first, second], body: third, status: 200 },
  {
    what: 'a size that the client does not know',
    before: [first, second, third],
    body: body(0, [], FIVE),
    status: 409,
    text: '5\n',
  },
]

export const litewitness = { log: `${NAME}+5202289b+Af/cLU2Y5BJNP+r3iMDC+av9eWCD0fBJVDfzAux5zxAP`, requests }

/** A checkpoint of sum.golang.org, whose key does not have the name of the log. */
export const sumDatabase = {
  log: 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8 go.sum database tree',
  checkpoint: `go.sum database tree
35225469
vt5T6GaLCXvyHFl9VUvvItR43XZxfLgftEcTyO3eJCQ=

— sum.golang.org Az3grpukl5AXaVfYkLiDGORx/DN2nlcS5kZHR5uYOBV2KA2HgXpD+gu9HHONebHLAyaKbbTM75QTtPydhKCExixSfwQ=
`,
}
