import assert from 'node:assert/strict';
import { type Client, connect } from '../../../src/forge/client/connect.ts';

/** The typed functions of an area that are given. The others fail. */
export const clientOf = <Table extends Parameters<typeof connect>[0]>(
	rows: Table,
	given: Partial<Client<Table>>,
): Client<Table> => {
	const fail = () => assert.fail('not expected');
	return { ...connect(rows, { json: fail, bytes: fail, nothing: fail, report: fail }), ...given };
};
