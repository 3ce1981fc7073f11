import type { CurrentUser } from '#contract/accounts/users.ts'
import { CheckIcon } from '#shared/parts/icons.tsx'
import { Fact } from '#shared/dialogs/SideDrawer.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { accountTexts } from '../account-texts.ts'

const METHODS = ['password', 'google', 'microsoft'] as const

export const SignInSection = ({ user }: { readonly user: CurrentUser }) => {
  const { signIn: text } = accountTexts.use()
  return (
    <section className="card panel">
      <h2>{text.title}</h2>
      <dl className="fact-list">
        {METHODS.map((method) => (
          <Fact key={method} name={text.names[method]}>
            {user.signInMethods.includes(method) ? (
              <Tag tone="good" icon={<CheckIcon />}>
                {text.on}
              </Tag>
            ) : (
              <span className="muted">{text.off}</span>
            )}
          </Fact>
        ))}
      </dl>
    </section>
  )
}
