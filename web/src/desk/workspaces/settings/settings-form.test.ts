import { expect, test } from 'vitest'
import { commonTexts } from '#shared/texts/common.ts'
import { workspaceOf } from '../../../testing/samples.ts'
import { changedSettings, settingsOf, settingsSchema, timeZones } from './settings-form.ts'

const workspace = workspaceOf({ billingUser: null })
const texts = commonTexts.languages.en.invalid
const values = settingsOf(workspace)

test('sends only changed fields, with the values that they replace', () => {
  expect(changedSettings(workspace, values)).toBeNull()
  expect(changedSettings(workspace, { ...values, name: 'Verkauf' })).toEqual({
    name: 'Verkauf',
    expected: { name: values.name },
  })
})

test('the billing address is optional', () => {
  expect(settingsSchema(texts, false).safeParse(values).success).toBe(true)
})

test('a stored billing address cannot be removed', () => {
  expect(settingsSchema(texts, true).safeParse(values).error?.issues[0]?.message).toBe('Email is required.')
})

test('a new billing address must be valid', () => {
  const result = settingsSchema(texts, false).safeParse({ ...values, billingUser: 'x' })
  expect(result.error?.issues[0]?.message).toBe('Please enter a valid email address.')
})

test('the time zones include the current one and UTC, once each', () => {
  const zones = timeZones('Mars/Olympus')
  expect(zones).toContain('UTC')
  expect(zones).toContain('Mars/Olympus')
  expect(new Set(zones).size).toBe(zones.length)
})
