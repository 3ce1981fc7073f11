import { expect, test } from 'vitest'
import { commonTexts } from '#shared/texts/common.ts'
import { dateFrom, emptyOffer, offerBody, offerSchema, USER_NUMBERS } from './offer-form.ts'
import { offerTexts } from './offer-texts.ts'

const schema = offerSchema(commonTexts.languages.en.invalid, offerTexts.languages.en.invalid, '2026-03-02')
const good = {
  ...emptyOffer,
  firstName: 'Ada',
  lastName: 'Léa',
  companyName: 'ABC',
  street: 'Weg',
  houseNumber: '1',
  zipCode: '01069',
  startDate: '02/03/2026',
}
const errorOf = (field: string, value: string) =>
  schema.safeParse({ ...good, [field]: value }).error?.issues[0]?.message

test.each([
  ['01/02/2027', '2027-02-01'],
  [' 1.2.2027 ', '2027-02-01'],
  ['1-2-2027', '2027-02-01'],
  ['2027-02-01', '2027-02-01'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2027', null],
  ['31/04/2027', null],
  ['13/13/2027', null],
  ['1/2/27', null],
  ['tomorrow', null],
  ['', null],
])('%s is the day %s', (typed, day) => expect(dateFrom(typed)).toBe(day))

test('starts with 12 months and 10 people, and accepts 1 to 100', () => {
  expect(emptyOffer).toMatchObject({ runTime: '12 Monate', usersNumber: '10' })
  expect([USER_NUMBERS[0], USER_NUMBERS.at(-1), USER_NUMBERS.length]).toEqual(['1', '100', 100])
})

test.each(
  ['firstName', 'lastName', 'companyName', 'street'].flatMap((field) => [
    [field, '', 'Field is required.'],
    [field, 'ab', 'Must be 3 characters at least'],
    [field, ' ab ', 'Must be 3 characters at least'],
    [field, 'abc', undefined],
  ]),
)('%s of %j: %s', (field, value, error) => expect(errorOf(field, value)).toBe(error))

test.each([
  ['firstName', 100],
  ['lastName', 100],
  ['companyName', 200],
  ['street', 200],
  ['houseNumber', 40],
])('%s has %i characters at most', (field, most) => {
  expect(errorOf(field, 'a'.repeat(most - 1))).toBeUndefined()
  expect(errorOf(field, 'a'.repeat(most))).toBeUndefined()
  expect(errorOf(field, 'a'.repeat(most + 1))).toBe(commonTexts.languages.en.invalid.long(most))
})

test.each([
  ['houseNumber', ' ', 'Required field'],
  ['runTime', '', 'Required field'],
  ['usersNumber', '', 'Required field'],
  ['usersNumber', '0', 'A number from 1 to 10,000'],
  ['usersNumber', ' 200 ', undefined],
  ['usersNumber', '10000', undefined],
  ['usersNumber', '10001', 'A number from 1 to 10,000'],
  ['usersNumber', 'ten', 'A number from 1 to 10,000'],
  ['zipCode', '', '5 digits'],
  ['zipCode', '1069', '5 digits'],
  ['zipCode', ' 01069 ', undefined],
  ['zipCode', '010699', '5 digits'],
  ['startDate', '', 'Required field'],
  ['startDate', '2/3', 'Please enter a date as DD/MM/YYYY'],
  ['startDate', '01/03/2026', 'The start date is in the past'],
  ['startDate', '02/03/2027', undefined],
  ['startDate', '03/03/2027', 'The start date is more than a year ahead'],
])('%s of %j: %s', (field, value, error) => expect(errorOf(field, value)).toBe(error))

test('sends the day in ISO format, with the workspace', () => {
  expect(offerBody(schema.parse(good), 'w')).toEqual({ ...good, startDate: '2026-03-02', workspaceId: 'w' })
})
