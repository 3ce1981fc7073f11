import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { confirmBillingAddress } from '#contract/workspaces/billing-address.ts'
import { paths } from '#shared/paths.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ConfirmBillingPage } from './ConfirmBillingPage.tsx'

const billingToken = 't'.repeat(43)
const show = () => {
  const api = fakeApi()
  const page = renderAt(
    `/workspaces/billing/${billingToken}`,
    <Routes>
      <Route path={paths.confirmBilling} element={<ConfirmBillingPage />} />
    </Routes>,
  )
  const confirm = () => page.person.click(screen.getByRole('button', { name: 'Confirm the billing address' }))
  return { api, confirm }
}

test('confirms only after a click', async () => {
  const { api, confirm } = show()
  expect(api.sentTo(confirmBillingAddress)).toEqual([])
  api.answer(confirmBillingAddress, {})
  await confirm()
  await screen.findByRole('heading', { name: 'The billing address is confirmed' })
  expect(api.sentTo(confirmBillingAddress)).toMatchObject([{ params: { billingToken } }])
})

test('says that an old link is no longer valid', async () => {
  const { api, confirm } = show()
  api.refuse(confirmBillingAddress, 'token.not-found')
  await confirm()
  await screen.findByRole('heading', { name: 'This link is no longer valid' })
})
