import '../../../../../src/inbox/live/hooks/account-webhooks.ts';
import { runHookSequences } from '../../../../kit/forge/hook-sequences.ts';

describe('In random sequences of sign-ins, renewals, kills and failures, webhooks', function () {
	this.timeout(60_000);

	it('never outlive their token unnoticed', () => runHookSequences(30));
});
