-- A conversation by its parties: `a_user_b_user_c` was that of `a` and `b_user_c` and of `a_user_b` and `c`.
DROP INDEX `messages_of_conversation`;--> statement-breakpoint
ALTER TABLE `messages` ADD `conversation_key` text GENERATED ALWAYS AS (case receiver_type when 'group' then 'group/' || receiver else 'user/' || min(sender, receiver) || '/' || max(sender, receiver) end) VIRTUAL NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_of_conversation` ON `messages` (`conversation_key`,`id`);--> statement-breakpoint
ALTER TABLE `messages` DROP COLUMN `conversation_id`;--> statement-breakpoint
DROP INDEX `one_running_delivery`;--> statement-breakpoint
DROP INDEX `deliveries_of_conversation`;--> statement-breakpoint
ALTER TABLE `deliveries` RENAME COLUMN `conversation_id` TO `conversation_key`;--> statement-breakpoint
UPDATE `deliveries` SET `conversation_key` = (SELECT `conversation_key` FROM `messages` WHERE `messages`.`id` = `deliveries`.`message_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `one_running_delivery` ON `deliveries` (`conversation_key`) WHERE state = 'running';--> statement-breakpoint
CREATE INDEX `deliveries_of_conversation` ON `deliveries` (`conversation_key`,`started_at_ms`);--> statement-breakpoint
CREATE INDEX `deliveries_of_message` ON `deliveries` (`message_id`);--> statement-breakpoint
-- What an answer replies to, and what a tool result is of: read from the payload once, and never to sort.
ALTER TABLE `messages` ADD `reply_to` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `tool_call_id` text;--> statement-breakpoint
UPDATE `messages` SET `reply_to` = CAST(json_extract(`data`, '$.answer.replyTo') AS INTEGER) WHERE `run_id` IS NOT NULL;--> statement-breakpoint
UPDATE `messages` SET `reply_to` = CAST(json_extract(`data`, '$.customData.messageId') AS INTEGER), `tool_call_id` = json_extract(`data`, '$.customData.toolCallId') WHERE `id` IN (SELECT min(`id`) FROM `messages` WHERE `category` = 'custom' AND `type` = 'tool-result' GROUP BY CAST(json_extract(`data`, '$.customData.messageId') AS INTEGER), json_extract(`data`, '$.customData.toolCallId'));--> statement-breakpoint
CREATE UNIQUE INDEX `tool_result_once` ON `messages` (`reply_to`,`tool_call_id`);
