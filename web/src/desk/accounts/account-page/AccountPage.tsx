import { lazy, Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { currentUser } from '#contract/accounts/users.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { useRole } from '#shared/session/use-role.ts'
import { DeleteAccountSection } from '../deletion/DeleteAccountSection.tsx'
import { LanguageSection } from './LanguageSection.tsx'
import { SessionsSection } from '../sessions/SessionsSection.tsx'
import { SignInSection } from './SignInSection.tsx'
import { accountTexts } from '../account-texts.ts'
import { ThemeSection } from './ThemeSection.tsx'
import '../account.css'

const PairPhoneSection = lazy(async () => ({
  default: (await import('../pairing/PairPhoneSection.tsx')).PairPhoneSection,
}))
const PasskeysSection = lazy(async () => ({
  default: (await import('../devices/PasskeysSection.tsx')).PasskeysSection,
}))

/** The settings of the user, across all workspaces. */
export const AccountPage = () => {
  const text = accountTexts.use()
  const isSuperAdmin = useRole() === 'super admin'
  const user = useQuery(endpointQuery(currentUser))
  return (
    <div className="wrap account">
      <PageTitle>{text.title}</PageTitle>
      {user.data && <p className="meta">{user.data.email}</p>}
      <div className="columns">
        <div className="stack">
          <SessionsSection />
          <Suspense>{isSuperAdmin ? <PasskeysSection /> : <PairPhoneSection />}</Suspense>
        </div>
        <div className="stack">
          <QueryStates query={user} label={text.loading} />
          {user.data && <LanguageSection user={user.data} />}
          <ThemeSection />
          {user.data && <SignInSection user={user.data} />}
          {!isSuperAdmin && <DeleteAccountSection />}
        </div>
      </div>
    </div>
  )
}
