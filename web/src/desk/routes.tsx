import type { RouteObject } from 'react-router-dom'
import { paths } from '../shared/paths.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { requireSession, skipWhenLoggedIn } from './guards.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PublicLayout } from './PublicLayout.tsx'
import { Root } from './Root.tsx'

const publicPages: RouteObject[] = [
  {
    path: paths.landing,
    loader: skipWhenLoggedIn,
    lazy: async () => ({ Component: (await import('../public/LandingPage.tsx')).LandingPage }),
  },
  {
    path: paths.imprint,
    lazy: async () => ({ Component: (await import('../public/ImprintPage.tsx')).ImprintPage }),
  },
  {
    path: paths.terms,
    lazy: async () => ({ Component: (await import('../public/TermsPage.tsx')).TermsPage }),
  },
  {
    path: paths.privacy,
    lazy: async () => ({ Component: (await import('../public/PrivacyPage.tsx')).PrivacyPage }),
  },
  { path: '*', Component: NotFoundPage },
]

const accountPages: RouteObject[] = [
  {
    path: paths.login,
    loader: skipWhenLoggedIn,
    lazy: async () => ({ Component: (await import('./auth/LoginPage.tsx')).LoginPage }),
  },
  {
    path: paths.signup,
    loader: skipWhenLoggedIn,
    lazy: async () => ({ Component: (await import('./auth/SignupPage.tsx')).SignupPage }),
  },
  {
    path: paths.confirmEmail,
    lazy: async () => ({
      Component: (await import('./auth/ConfirmEmailPage.tsx')).ConfirmEmailPage,
    }),
  },
  {
    path: paths.invite,
    lazy: async () => ({ Component: (await import('./auth/InvitePage.tsx')).InvitePage }),
  },
]

const adminPages: RouteObject[] = [
  {
    path: paths.workspaces,
    lazy: async () => ({
      Component: (await import('./workspaces/WorkspacesPage.tsx')).WorkspacesPage,
    }),
  },
  {
    path: paths.workspace,
    lazy: async () => ({
      Component: (await import('./workspace/WorkspacePage.tsx')).WorkspacePage,
    }),
  },
]

const withQueries = async () => ({ Component: (await import('./QueryLayout.tsx')).QueryLayout })

/** Not in a build: it falls out of there. */
const developmentPages: RouteObject[] = import.meta.env.DEV
  ? [
      {
        path: '/styleguide',
        lazy: async () => ({ Component: (await import('./StyleguidePage.tsx')).StyleguidePage }),
      },
    ]
  : []

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    HydrateFallback: () => null,
    children: [
      ...developmentPages,
      {
        Component: PublicLayout,
        children: [...publicPages, { lazy: withQueries, children: accountPages }],
      },
      {
        lazy: withQueries,
        children: [
          {
            loader: requireSession,
            lazy: async () => ({ Component: (await import('./AdminLayout.tsx')).AdminLayout }),
            children: adminPages,
          },
        ],
      },
    ],
  },
]
