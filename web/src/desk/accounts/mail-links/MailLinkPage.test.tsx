import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { unsubscribe } from '#contract/accounts/unsubscribe.ts'
import { confirmBillingAddress } from '#contract/workspaces/billing-address.ts'
import { paths } from '#shared/paths.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ConfirmBillingPage, UnsubscribePage } from './MailLinkPage.tsx'

const token = 't'.repeat(43)
const pages = [
  {
    path: paths.confirmBilling,
    Page: ConfirmBillingPage,
    command: confirmBillingAddress,
    params: { billingToken: token },
    button: 'Confirm the billing address',
    done: 'The billing address is confirmed',
    unknown: 'This link is no longer valid',
  },
  {
    path: paths.unsubscribe,
    Page: UnsubscribePage,
    command: unsubscribe,
    params: { unsubscribeToken: token },
    button: 'Switch them off',
    done: 'You get no more e-mails about requests',
    unknown: 'This link is not valid',
  },
] as const

const show = ({ path, Page, button }: (typeof pages)[number]) => {
  const api = fakeApi()
  const page = renderAt(
    path.replace(':token', token),
    <Routes>
      <Route path={path} element={<Page />} />
    </Routes>,
  )
  return { api, confirm: () => page.person.click(screen.getByRole('button', { name: button })) }
}

test.each(pages)('$path acts only after a click', async (page) => {
  const { api, confirm } = show(page)
  expect(api.sentTo(page.command)).toEqual([])
  api.answer(page.command, {})
  await confirm()
  await screen.findByRole('heading', { name: page.done })
  expect(api.sentTo(page.command)).toMatchObject([{ params: page.params }])
})

test('the end of the mails about requests leads to the account', async () => {
  const { api, confirm } = show(pages[1])
  api.answer(unsubscribe, {})
  await confirm()
  const link = await screen.findByRole('link', { name: 'Open the account' })
  expect(link.getAttribute('href')).toBe(paths.account)
})

test.each(pages)('$path says that a link is not valid', async (page) => {
  const { api, confirm } = show(page)
  api.refuse(page.command, 'token.not-found')
  await confirm()
  await screen.findByRole('heading', { name: page.unknown })
})
