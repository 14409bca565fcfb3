CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`conversation_key` text NOT NULL,
	`kind` text NOT NULL,
	`message_id` integer,
	`run_id` text,
	`payload` text,
	`created_at_ms` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `events_of_run` ON `events` (`run_id`,`id`) WHERE run_id is not null;--> statement-breakpoint
-- A statement that makes one of these tables anew takes its triggers away: it has to bring them back.
CREATE TRIGGER `message_sent` AFTER INSERT ON `messages` BEGIN
	INSERT INTO `events` (`conversation_key`, `kind`, `message_id`) VALUES (NEW.`conversation_key`, 'message-sent', NEW.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `message_edited` AFTER UPDATE OF `data`, `tags` ON `messages` WHEN NEW.`deleted_at` IS NULL AND (NEW.`data` IS NOT OLD.`data` OR NEW.`tags` IS NOT OLD.`tags`) BEGIN
	INSERT INTO `events` (`conversation_key`, `kind`, `message_id`) VALUES (NEW.`conversation_key`, 'message-edited', NEW.`id`);
END;
--> statement-breakpoint
-- With a deleted answer go the pieces in which it grew.
CREATE TRIGGER `message_deleted` AFTER UPDATE OF `deleted_at` ON `messages` WHEN NEW.`deleted_at` IS NOT NULL AND OLD.`deleted_at` IS NULL BEGIN
	DELETE FROM `events` WHERE `run_id` = NEW.`run_id`;
	INSERT INTO `events` (`conversation_key`, `kind`, `message_id`) VALUES (NEW.`conversation_key`, 'message-deleted', NEW.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `reaction_added` AFTER INSERT ON `reactions` BEGIN
	INSERT INTO `events` (`conversation_key`, `kind`, `message_id`, `payload`)
		SELECT `conversation_key`, 'reaction-added', `id`, json_object('id', CAST(NEW.`id` AS TEXT), 'reaction', NEW.`reaction`, 'uid', NEW.`uid`, 'reactedAt', NEW.`reacted_at`) FROM `messages` WHERE `id` = NEW.`message_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `reaction_removed` AFTER DELETE ON `reactions` BEGIN
	INSERT INTO `events` (`conversation_key`, `kind`, `message_id`, `payload`)
		SELECT `conversation_key`, 'reaction-removed', `id`, json_object('id', CAST(OLD.`id` AS TEXT), 'reaction', OLD.`reaction`, 'uid', OLD.`uid`, 'reactedAt', OLD.`reacted_at`) FROM `messages` WHERE `id` = OLD.`message_id`;
END;
--> statement-breakpoint
-- Each event deletes up to eight that are a day old, the oldest first: there is never much to do at
-- once, and it goes faster than events come. The newest stays, so that its id is always known.
CREATE TRIGGER `events_expire` AFTER INSERT ON `events` BEGIN
	DELETE FROM `events` WHERE `id` < (
		SELECT coalesce(min(`id`) FILTER (WHERE `created_at_ms` > NEW.`created_at_ms` - 86400000), max(`id`))
		FROM (SELECT `id`, `created_at_ms` FROM `events` ORDER BY `id` LIMIT 9)
	);
END;

--> statement-breakpoint
CREATE TRIGGER `conversation_read` AFTER INSERT ON `conversation_reads` BEGIN
	INSERT INTO `events` (`conversation_key`, `kind`, `payload`) VALUES (NEW.`key`, 'conversation-read', json_object('uid', NEW.`uid`, 'messageId', CAST(NEW.`last_read_id` AS TEXT), 'readAt', NEW.`read_at`));
END;
--> statement-breakpoint
CREATE TRIGGER `conversation_read_on` AFTER UPDATE OF `last_read_id` ON `conversation_reads` BEGIN
	INSERT INTO `events` (`conversation_key`, `kind`, `payload`) VALUES (NEW.`key`, 'conversation-read', json_object('uid', NEW.`uid`, 'messageId', CAST(NEW.`last_read_id` AS TEXT), 'readAt', NEW.`read_at`));
END;
