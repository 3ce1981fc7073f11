const workspaceId = '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01'
const group = '6a1d2c3b-4e5f-4a60-8b71-92a3b4c5d6e7'

export const approvedKind = {
  name: { de: 'Vertrag', en: 'Contract' },
  fields: [
    {
      name: 'value',
      label: { de: 'Wert', en: 'Value' },
      type: 'amount' as const,
      required: true,
      listed: true,
    },
    {
      name: 'term',
      label: { de: 'Laufzeit', en: 'Term' },
      type: 'choice' as const,
      required: false,
      listed: false,
      options: [{ de: 'Ein Jahr', en: 'One year' }],
    },
  ],
  rules: [
    {
      when: {
        amountFrom: '10000.00',
        amountTo: '50000',
        currency: 'EUR',
        field: { name: 'term', is: 'One year' },
        requesterGroup: group,
      },
      who: { groups: [group] },
      count: 2,
      before: 'call-back' as const,
      beforeHours: 24,
      hours: 72,
      declines: 'as-many' as const,
    },
  ],
}

/** Kinds of request: see `samples.ts`. */
export const kindSamples = {
  KindWritten: {
    stream: `kinds-${workspaceId}`,
    data: {
      workspaceId,
      kindId: '8d3f6f2e-1c5a-4b7e-9a40-5e6f7a8b9c10',
      version: 2,
      builtIn: null,
      definition: { ...approvedKind, retired: [{ name: 'partner', type: 'line' as const }] },
    },
  },
  KindApproved: {
    stream: `workspace-${workspaceId}`,
    data: {
      workspaceId,
      changeId: 'b0d5c1a2-3e4f-4a5b-8c6d-7e8f90a1b2c3',
      kindId: '8d3f6f2e-1c5a-4b7e-9a40-5e6f7a8b9c10',
      version: 2,
      definition: approvedKind,
    },
  },
}
