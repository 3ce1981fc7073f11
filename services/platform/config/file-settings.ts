import Type from 'typebox'

export const fileSettings = {
  FILE_BUCKET_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^:@/?#]+:[^@/?#]+@[^/?#]+/[^?#]+$',
      description:
        'Bucket of an S3-compatible object store that keeps the sealed files of requests, with the id of an access key, for example https://KEY_ID@s3.eu-central-1.amazonaws.com/BUCKET; absent: PostgreSQL keeps them. Files that PostgreSQL has stay readable',
    }),
  ),
  FILE_BUCKET_PASSWORD: Type.Optional(
    Type.String({
      description: 'Secret of the access key in FILE_BUCKET_URL; absent: FILE_BUCKET_URL has it',
    }),
  ),
  FILE_BUCKET_REGION: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9-]+$',
      description: 'Region of FILE_BUCKET_URL; absent: the one in its address, otherwise us-east-1',
    }),
  ),
}
