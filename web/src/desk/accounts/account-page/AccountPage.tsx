import { lazy, Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { devices } from '#contract/accounts/devices.ts'
import { listSessions } from '#contract/accounts/sessions.ts'
import { currentUser } from '#contract/accounts/users.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { isLoading } from '#shared/api/read-models.ts'
import { MailSettings } from '#shared/account/MailSettings.tsx'
import { mailSettingsTexts } from '#shared/account/mail-settings-texts.ts'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { QueryStates, Skeleton } from '#shared/reads/QueryStates.tsx'
import { useRole } from '#shared/session/use-role.ts'
import { DeleteAccountSection } from '../deletion/DeleteAccountSection.tsx'
import { LanguageSection } from './LanguageSection.tsx'
import { NameSection } from './NameSection.tsx'
import { SessionsSection } from '../sessions/SessionsSection.tsx'
import { SignInSection } from './SignInSection.tsx'
import { accountTexts } from '../account-texts.ts'
import { ThemeSection } from './ThemeSection.tsx'
import { PairPhoneSection } from '../pairing/PairPhoneSection.tsx'
import { DevicesSection } from '../devices/DevicesSection.tsx'
import '../account.css'

/** Only super admins have it. */
const PasskeysSection = lazy(async () => ({
  default: (await import('../devices/PasskeysSection.tsx')).PasskeysSection,
}))

/** The settings of the user, across all workspaces. */
export const AccountPage = () => {
  const text = accountTexts.use()
  const mails = mailSettingsTexts.use()
  const isSuperAdmin = useRole() === 'super admin'
  const user = useQuery(endpointQuery(currentUser))
  const sessions = useQuery(endpointQuery(listSessions))
  const own = useQuery(endpointQuery(devices))
  const loading = <Skeleton label={text.loading} rows={6} />
  return (
    <div className="wrap account">
      <PageTitle>{text.title}</PageTitle>
      {isLoading(user, sessions, own) ? (
        loading
      ) : (
        // Around all parts, because one that appears later would move the others.
        <Suspense fallback={loading}>
          {user.data && <p className="meta">{user.data.email}</p>}
          <div className="columns">
            <div className="stack">
              <SessionsSection />
              {isSuperAdmin ? <PasskeysSection /> : <PairPhoneSection />}
              {!isSuperAdmin && <DevicesSection />}
            </div>
            <div className="stack">
              <QueryStates query={user} label={text.loading} />
              {user.data && <NameSection user={user.data} />}
              {user.data && <LanguageSection user={user.data} />}
              {user.data && !isSuperAdmin && (
                <section className="card panel stack">
                  <h2>{mails.title}</h2>
                  <MailSettings user={user.data} />
                </section>
              )}
              <ThemeSection />
              {user.data && <SignInSection user={user.data} />}
              {!isSuperAdmin && <DeleteAccountSection />}
            </div>
          </div>
        </Suspense>
      )}
    </div>
  )
}
