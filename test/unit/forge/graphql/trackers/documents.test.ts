import assert from 'node:assert/strict';
import {
	changeTicket,
	labelNumbers,
	noTicketParts,
	userNumbers,
} from '../../../../../src/forge/graphql/trackers/documents.ts';

describe('A document that depends on a change', () => {
	it('has a part for each label, removed ones first, and the comment last', () => {
		assert.equal(
			changeTicket({ ...noTicketParts, removedCount: 1, addedCount: 2, last: 'comment' }),
			'mutation ($tracker: Int!, $ticket: Int!, $removed0: Int!, $added0: Int!, $added1: Int!, $input: SubmitCommentInput!) { ' +
				'removed0: unlabelTicket(trackerId: $tracker, ticketId: $ticket, labelId: $removed0) { id } ' +
				'added0: labelTicket(trackerId: $tracker, ticketId: $ticket, labelId: $added0) { id } ' +
				'added1: labelTicket(trackerId: $tracker, ticketId: $ticket, labelId: $added1) { id } ' +
				'comment: submitComment(trackerId: $tracker, ticketId: $ticket, input: $input) { id } }',
		);
	});

	it('of a status without a comment has that part alone', () => {
		assert.equal(
			changeTicket({ ...noTicketParts, last: 'status' }),
			'mutation ($tracker: Int!, $ticket: Int!, $input: UpdateStatusInput!) { status: updateTicketStatus(trackerId: $tracker, ticketId: $ticket, input: $input) { id } }',
		);
	});

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

	it('does not ask for the number of an edited ticket, which could be taken for that of an event', () => {
		assert.match(
			changeTicket({ ...noTicketParts, isEdited: true }),
			/\{ edit: updateTicket\([^)]*\) \{ __typename \} \}$/,
		);
	});

	it('asks for each label by an alias', () => {
		const { ofMine } = labelNumbers(2);
		assert.match(ofMine, /^query \(\$tracker: String!, \$ticket: Int!, \$name0: String!, \$name1: String!\)/);
		assert.match(ofMine, /label0: label\(name: \$name0\) \{ id \} label1: label\(name: \$name1\) \{ id \}/);
	});
});
