import { expect, test } from 'vitest'
import { contactDecider, type SendContact } from './contact.decider.ts'

const message: SendContact = {
  contactId: '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10',
  addressHash: 'a1:hash',
  businessEmail: 'carla@firma.example',
  firstName: 'Carla',
  lastName: 'Conti',
  message: 'Please call me.',
  wantsUpdates: false,
  language: 'en',
}

test('a message is recorded once', () => {
  const events = contactDecider.decide(message, contactDecider.initialState)
  expect(events).toEqual([{ type: 'ContactSent', data: message }])
  const sent = events.reduce(contactDecider.evolve, contactDecider.initialState)
  expect(contactDecider.decide(message, sent)).toEqual([])
})
