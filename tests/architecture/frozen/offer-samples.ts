/** Anna asks for an offer, and a super admin says that it is answered: see `samples.ts`. */

const workspaceId = '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01'
const userId = '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10'
const offerId = 'a7d3c1e9-0b54-5f18-9c26-4e8f7a6b5d12'
const ofWorkspace = `workspace-${workspaceId}`

export const offerSamples = {
  OfferRequested: {
    stream: ofWorkspace,
    data: {
      workspaceId,
      offerId,
      userId,
      firstName: 'Anna',
      lastName: 'Muster',
      companyName: 'Muster GmbH',
      street: 'Musterweg',
      houseNumber: '12a',
      zipCode: '01069',
      months: 12,
      seats: 10,
      startDate: '2027-01-01',
    },
  },
  OfferAnswered: {
    stream: ofWorkspace,
    data: {
      workspaceId,
      offerId,
      answeredBy: '0d6f2b8c-3a41-4e7d-8b95-c2f1e0a9d8b7',
      note: 'By e-mail on 2 December',
    },
  },
} as const
