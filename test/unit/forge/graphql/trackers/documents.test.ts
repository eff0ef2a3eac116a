import assert from 'node:assert/strict';
import {
	changeTicket,
	noTicketParts,
	userNumbers,
} from '../../../../../src/forge/graphql/trackers/documents.ts';

describe('A document that depends on a change', () => {
	it('has a part for each user who is assigned or not any more', () => {
		assert.match(
			changeTicket({ ...noTicketParts, unassignedCount: 1, assignedCount: 1 }),
			/\{ unassigned0: unassignUser\(.*userId: \$unassigned0\) \{ id \} assigned0: assignUser\(.*userId: \$assigned0\) \{ id \} \}$/,
		);
		assert.equal(
			userNumbers(2),
			'query ($user0: String!, $user1: String!) { user0: user(username: $user0) { id } user1: user(username: $user1) { id } }',
		);
	});
});
