import Type from 'typebox'

export const timeStampSettings = {
  TIMESTAMP_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s@]+$',
      description:
        'Address of a time-stamping authority (RFC 3161) that stamps the checkpoints of audit logs; absent: only the clock of this installation says when something was',
    }),
  ),
  TIMESTAMP_CERTIFICATE: Type.Optional(
    Type.String({
      pattern: '^([0-9A-Fa-f]{2}:?){32}$',
      description:
        'SHA-256 fingerprint of a certificate in the time stamps, the signer’s or one of its issuers’; stamps without it are refused; absent: stamps of any authority that answers at TIMESTAMP_URL are kept',
    }),
  ),
  TIMESTAMP_MINUTES: Type.Integer({
    minimum: 1,
    maximum: 10_080,
    default: 60,
    description: 'The least time between two stamps of one audit log that grows',
  }),
}

export type TimeStampSettings = {
  readonly TIMESTAMP_URL?: string
  readonly TIMESTAMP_CERTIFICATE?: string
  readonly TIMESTAMP_MINUTES: number
}
