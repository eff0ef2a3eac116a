import type { trackerExtraRows } from '../../rows/trackers.ts';
import type { Operations } from '../connect-graphql.ts';
import { bothForms } from '../document.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { type TrackerParams, trackerResource } from '../named-resource.ts';
import { createLabel, deleteLabel, labelNumber, updateLabel } from './extra-documents.ts';
import { changeTrackers } from './operations.ts';
import { labelOf } from './values.ts';

type LabelParams = TrackerParams & { readonly label: string | number };

/** Creates, changes and deletes the labels of a tracker. A label is found by its name, which is what the user sees. */
export const labelOperations = {
	createLabel: {
		scopes: changeTrackers,
		documents: [createLabel, ...bothForms(trackerResource.numberQuery)],
		run: async (call, params, { name, colors }) =>
			labelOf(
				await trackerResource.use(call, params, (tracker) =>
					call.ask(createLabel, { tracker, name, ...colors }, ({ created }) => created),
				),
			),
	},
	updateLabel: {
		scopes: changeTrackers,
		documents: [updateLabel, ...bothForms(labelNumber)],
		run: async (call, params, { name, colors }) => {
			const input = {
				...(name !== undefined && { name }),
				...(colors && { backgroundColor: colors.background, foregroundColor: colors.text }),
			};
			const id = await findLabel(call, params);
			return labelOf(await call.ask(updateLabel, { id, input }, ({ updated }) => updated));
		},
	},
	deleteLabel: {
		scopes: changeTrackers,
		documents: [deleteLabel, ...bothForms(labelNumber)],
		run: async (call, params) => {
			const id = await findLabel(call, params);
			return call.ask(deleteLabel, { id }, ({ done }) => done);
		},
	},
} satisfies Partial<Operations<typeof trackerExtraRows>>;

/** The number of a label. */
const findLabel = (call: GraphqlCall, params: LabelParams): Promise<number> =>
	trackerResource.ask(call, params, labelNumber, { name: String(params.label) }, ({ label }) => label?.id);
