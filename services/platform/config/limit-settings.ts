import Type from 'typebox'

export const limitSettings = {
  RATE_FACTOR: Type.Integer({
    minimum: 1,
    default: 1,
    description: 'Multiplies every rate limit, except those on guesses at secrets',
  }),
  APPROVALS_PER_REQUESTER: Type.Integer({
    minimum: 1,
    default: 200,
    description: 'How many approvals of one requester may be open in a workspace',
  }),
  APPROVALS_PER_WORKSPACE: Type.Integer({
    minimum: 1,
    default: 2_000,
    description: 'How many approvals may be open in a workspace',
  }),
  APPROVALS_PER_MINUTE: Type.Integer({
    minimum: 1,
    default: 60,
    description: 'How many approvals one requester may ask for in a minute',
  }),
  BUILD_LANES: Type.Integer({
    minimum: 1,
    maximum: 16,
    default: 1,
    description:
      'In how many threads a long build of read models is filled, each with 200 MiB of memory at most; more than the processor has cores gain nothing',
  }),
}
