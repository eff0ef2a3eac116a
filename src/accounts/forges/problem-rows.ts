import type { Row } from '../../platform/view/row.ts';
import { endedRow, problemRow, unconfiguredRow } from '../../platform/view/session-rows.ts';
import type { Forges } from './forges.ts';

/** Rows for problems with accounts and forges that the user has to solve. */
export const problemRows = ({ instances, registry }: Forges): readonly Row[] => [
	...instances.problems.map(problemRow),
	...registry.ended.map(endedRow),
	...instances.unconfigured(registry.sessions).map(unconfiguredRow),
];
