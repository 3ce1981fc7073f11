import { expect, test } from 'vitest'
import { commonTexts } from '#shared/texts/common.ts'
import { workspaceOf } from '../../../testing/samples.ts'
import { changedSettings, settingsOf, settingsSchema, timeZones } from './settings-form.ts'

const workspace = workspaceOf({ billingUser: null })
const texts = commonTexts.languages.en.invalid
const values = settingsOf(workspace)

test('only what was changed is sent, with what it is to replace', () => {
  expect(changedSettings(workspace, values)).toBeNull()
  expect(changedSettings(workspace, { ...values, name: 'Verkauf' })).toEqual({
    name: 'Verkauf',
    expected: { name: values.name },
  })
})

test('without a billing address none is asked for', () => {
  expect(settingsSchema(texts, false).safeParse(values).success).toBe(true)
})

test('a billing address that was set cannot be emptied', () => {
  expect(settingsSchema(texts, true).safeParse(values).error?.issues[0]?.message).toBe('Email is required.')
})

test('a new billing address must be one', () => {
  const result = settingsSchema(texts, false).safeParse({ ...values, billingUser: 'x' })
  expect(result.error?.issues[0]?.message).toBe('Please enter a valid email address.')
})

test('the zones hold the current one and UTC, each once', () => {
  const zones = timeZones('Mars/Olympus')
  expect(zones).toContain('UTC')
  expect(zones).toContain('Mars/Olympus')
  expect(new Set(zones).size).toBe(zones.length)
})
