import { Rejected } from '#contract/errors.ts'
import { currentUser } from '#contract/users.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { userById } from '#projections/users/queries.ts'

export const userRoutes = (routes: Routes, { db }: Platform): void => {
  routes.query(currentUser, async ({ caller }) => {
    const user = await userById(db, caller.userId)
    if (!user) throw new Rejected('session.ended')
    return user
  })
}
