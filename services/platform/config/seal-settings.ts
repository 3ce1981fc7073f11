import Type from 'typebox'
import { EMAIL_PATTERN } from '#contract/common.ts'

export const sealSettings = {
  SEAL_LEDGER: Type.Optional(
    Type.String({
      description:
        'File outside the database that the worker appends signed seals of the log to, so that missing or altered events are noticed; absent: no seals',
    }),
  ),
  SEAL_MAIL_TO: Type.Optional(
    Type.String({
      pattern: EMAIL_PATTERN,
      maxLength: 254,
      description:
        'Address that gets the newest seal as a mail, at most every 15 minutes; of a mailbox that nobody who runs this machine can empty; absent: seals stay in SEAL_LEDGER',
    }),
  ),
  SEAL_BUCKET_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^:@/?#]+:[^@/?#]+@[^/?#]+/[^?#]+$',
      description:
        'Bucket of an S3-compatible object store that gets each seal as an object of its own, with the id of an access key, for example https://KEY_ID@s3.eu-central-1.amazonaws.com/BUCKET; absent: seals stay in SEAL_LEDGER',
    }),
  ),
  SEAL_BUCKET_PASSWORD: Type.Optional(
    Type.String({
      description: 'Secret of the access key in SEAL_BUCKET_URL; absent: SEAL_BUCKET_URL has it',
    }),
  ),
  SEAL_BUCKET_REGION: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9-]+$',
      description: 'Region of SEAL_BUCKET_URL; absent: the one in its address, otherwise us-east-1',
    }),
  ),
}
