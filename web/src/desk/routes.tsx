import { lazy, type ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { NotFoundPage } from '#shared/frame/NotFoundPage.tsx'
import { PublicLayout } from './frame/PublicLayout.tsx'
import { QueryLayout, waysInKnown } from './frame/QueryLayout.tsx'
import { RequireSession, SkipWhenLoggedIn } from './frame/guards.tsx'

/** A page or a frame whose files load when it is first shown. */
const later = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }))

const loadFrame = () => import('./frame/AdminLayout.tsx')
const Frame = later(async () => (await loadFrame()).AdminLayout)
/** A page within the frame. Its files load together with those of the frame. */
const framed = (load: () => Promise<ComponentType>) =>
  later(async () => (await Promise.all([load(), loadFrame()]))[0])

const signInPages: RouteObject[] = [
  {
    path: paths.login,
    Component: later(async () => {
      const [{ LoginPage }] = await Promise.all([import('./accounts/sessions/LoginPage.tsx'), waysInKnown()])
      return LoginPage
    }),
  },
  {
    path: paths.loginSuper,
    Component: later(async () => (await import('./accounts/sessions/SuperLoginPage.tsx')).SuperLoginPage),
  },
  {
    path: paths.signup,
    Component: later(async () => (await import('./accounts/sign-up/SignupPage.tsx')).SignupPage),
  },
]

const accountPages: RouteObject[] = [
  { Component: SkipWhenLoggedIn, children: signInPages },
  {
    path: paths.signedIn,
    Component: later(async () => (await import('./accounts/sessions/SignedInPage.tsx')).SignedInPage),
  },
  {
    path: paths.confirmEmail,
    Component: later(async () => (await import('./accounts/sign-up/ConfirmEmailPage.tsx')).ConfirmEmailPage),
  },
  {
    path: paths.resetPassword,
    Component: later(
      async () => (await import('./accounts/passwords/ChangePasswordPage.tsx')).ResetPasswordPage,
    ),
  },
  {
    path: paths.changePasswordMobile,
    Component: later(
      async () => (await import('./accounts/passwords/ChangePasswordPage.tsx')).ChangePasswordMobilePage,
    ),
  },
  {
    path: paths.unsubscribe,
    Component: later(async () => (await import('./accounts/mail-links/MailLinkPage.tsx')).UnsubscribePage),
  },
  {
    path: paths.confirmBilling,
    Component: later(async () => (await import('./accounts/mail-links/MailLinkPage.tsx')).ConfirmBillingPage),
  },
  {
    path: paths.invite,
    Component: later(async () => {
      const [{ InvitePage }] = await Promise.all([import('./accounts/joining/InvitePage.tsx'), waysInKnown()])
      return InvitePage
    }),
  },
]

const adminPages: RouteObject[] = [
  {
    path: paths.account,
    Component: framed(async () => (await import('./accounts/account-page/AccountPage.tsx')).AccountPage),
  },
  {
    path: paths.inbox,
    Component: framed(async () => (await import('./inbox/InboxPage.tsx')).InboxPage),
  },
  {
    path: paths.workspaces,
    Component: framed(async () => (await import('./workspaces/list/WorkspacesPage.tsx')).WorkspacesPage),
  },
  {
    path: paths.workspace,
    Component: framed(async () => (await import('./workspaces/WorkspacePage.tsx')).WorkspacePage),
  },
  {
    path: paths.overview,
    Component: framed(async () => (await import('./workspaces/overview/OverviewPage.tsx')).OverviewPage),
  },
]

const superAdminPages: RouteObject[] = [
  {
    path: paths.superAdmin,
    Component: framed(async () => (await import('./super-admin/SuperAdminPage.tsx')).SuperAdminPage),
  },
  {
    path: paths.readModels,
    Component: framed(async () => (await import('./operations/ReadModelsPage.tsx')).ReadModelsPage),
  },
]

/** Only in development. Builds drop it. */
const developmentPages: RouteObject[] = import.meta.env.DEV
  ? [
      {
        path: '/styleguide',
        Component: later(async () => (await import('./styleguide/StyleguidePage.tsx')).StyleguidePage),
      },
    ]
  : []

export const routes: RouteObject[] = [
  ...developmentPages,
  {
    Component: QueryLayout,
    children: [
      { Component: PublicLayout, children: [...accountPages, { path: '*', Component: NotFoundPage }] },
      { element: <RequireSession of="everybody" />, children: [{ Component: Frame, children: adminPages }] },
      {
        element: <RequireSession of="super admins" />,
        children: [{ Component: Frame, children: superAdminPages }],
      },
    ],
  },
]
