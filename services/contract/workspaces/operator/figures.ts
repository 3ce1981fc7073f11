import Type, { type Static } from 'typebox'
import { endpoint } from '../../endpoint.ts'
import { Month } from '../months.ts'

/** Numbers of all open workspaces, for super admins. Each stands for workspaces that the list shows with `subscription` and one of `MONTH_FILTERS`. */

/** Number of months, with the present one. */
export const FIGURE_MONTHS = 12

const Figures = Type.Object({
  /** The present month and those after it: workspaces that are active today and end then, by their subscription today (`endsIn`). */
  ends: Type.Array(Type.Object({ month: Month, trial: Type.Integer(), premium: Type.Integer() })),
  /** The present month and those before it: workspaces that were created then (`createdIn`). */
  created: Type.Array(Type.Object({ month: Month, workspaces: Type.Integer() })),
  /** The same months: participants who joined then and still belong to it (`joinedIn`). */
  joined: Type.Array(Type.Object({ month: Month, people: Type.Integer() })),
})
export type Figures = Static<typeof Figures>

export const workspaceFigures = endpoint({
  operation: 'workspaces.figures',
  summary:
    'When the activity of open workspaces ends, in the next twelve months, and how many workspaces and people were added in the last twelve',
  method: 'GET',
  path: '/workspaces/figures/months',
  access: 'super admin',
  readModels: ['workspaces'],
  status: 200,
  reply: Figures,
  errors: [],
})
