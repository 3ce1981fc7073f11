import { allEvents } from '#modules/all.events.ts'
import { handlers } from '../../engine/definition/projection.ts'
import { requestsTables } from '../tables.ts'

/** The handlers of drills. Part of `projection.ts`. */
export const drillHandlers = handlers(allEvents, requestsTables, {
  DrillSent({ data, metadata }, changes) {
    changes.put('drills', {
      id: data.drillId,
      workspace_id: data.workspaceId,
      asks: data.asks,
      title: data.title,
      sender_id: data.participantId,
      asked: data.asked,
      by_person: data.byPerson,
      created_at: metadata.at,
      expires_at: data.expiresAt,
      ended_at: null,
    })
  },
  DrillAsked({ data }, changes) {
    changes.put('drill_questions', {
      id: data.questionId,
      drill_id: data.drillId,
      workspace_id: data.workspaceId,
      participant_id: data.participantId,
      user_id: data.userId,
      answer: null,
      answered_at: null,
      overtaken_at: null,
    })
  },
  DrillAnswered({ data, metadata }, changes) {
    changes.patch('drill_questions', { id: data.questionId, answer: data.answer, answered_at: metadata.at })
  },
  DrillOvertaken({ data, metadata }, changes) {
    changes.patch('drill_questions', { id: data.questionId, overtaken_at: metadata.at })
  },
  DrillEnded({ data, metadata }, changes) {
    changes.patch('drills', { id: data.drillId, ended_at: metadata.at })
  },
})
